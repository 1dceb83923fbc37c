import { expect, it } from 'vitest';
import type { AuditedState, AuditedWrite } from '../../../lib/core/audit/audit.ts';
import { emptyHistory } from '../../../lib/core/forecast/project-history.ts';
import { disksGrown, maximumsMoved } from '../../../lib/core/status/room-moved.ts';

const endpoint = (gb: number): AuditedState => ({
  kind: 'endpoint',
  maximum: { kind: 'additional', gb },
  maxAdditionalGb: gb,
});

const write = (service: string, before: AuditedState, after: AuditedState, status = 'confirmed') =>
  ({ project: 'shop', service, before, after, status }) as AuditedWrite;

it('a maximum has moved from its first size to its last, and not where that is the same or a write failed', () => {
  const writes = [
    write('a', null, endpoint(10)),
    write('b', endpoint(50), endpoint(20)),
    write('a', endpoint(10), endpoint(40)),
    write('c', endpoint(5), endpoint(9)),
    write('c', endpoint(9), endpoint(5)),
    write('d', endpoint(5), endpoint(99), 'failed'),
    write('e', { kind: 'integration', integrationId: null, endpointId: null }, null),
    write('b', endpoint(20), null),
  ];
  expect(maximumsMoved(writes)).toEqual([
    { project: 'shop', service: 'a', fromGb: 0, toGb: 40 },
    { project: 'shop', service: 'b', fromGb: 50, toGb: 0 },
  ]);
});

it('a disk has grown since a day, the most first; a younger one since its first size', () => {
  const history = (name: string, provisioned: readonly (readonly [number, number])[]) => ({
    ...{ name, lastDay: 20, used: [], measuredDay: null },
    provisioned,
  });
  const services = [
    history('old', [
      [1, 10_240],
      [12, 20_480],
      [30, 99_999],
    ]),
    history('young', [
      [15, 102_400],
      [18, 153_600],
    ]),
    history('same', [[1, 10_240]]),
  ];
  expect(disksGrown(new Map([['shop', { ...emptyHistory, services }]]), 10, 20)).toEqual([
    { project: 'shop', service: 'young', fromGb: 100, toGb: 150 },
    { project: 'shop', service: 'old', fromGb: 10, toGb: 20 },
  ]);
});
