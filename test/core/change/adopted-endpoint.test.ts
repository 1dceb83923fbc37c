import { expect, it } from 'vitest';
import { adoptedByProjectAfter } from '../../../lib/core/change/adopted-endpoint.ts';
import type { ChangeJson } from '../../../lib/core/change/change-json.ts';
import { aChange } from '../a-change.ts';

const entry = { service: 'orders', endpointName: 'team', kind: 'additional' as const };
const adopted = new Map([
  ['shop-prod', [entry, { ...entry, service: 'billing' }]],
  ['shop-dev', [entry]],
]);

const left = (...changes: readonly Partial<ChangeJson>[]) =>
  [
    ...adoptedByProjectAfter(
      adopted,
      changes.map((change) => aChange({ endpointName: 'team', ...change })),
    ),
  ].flatMap(([project, endpoints]) => endpoints.map(({ service }) => `${project}/${service}`));

const all = ['shop-prod/orders', 'shop-prod/billing', 'shop-dev/orders'];

it.each(['return-endpoint', 'delete-endpoint'] as const)('%s ends the adoption of its own endpoint alone', (kind) => {
  const phase = kind === 'delete-endpoint' ? 'release' : 'grant';
  expect(left({ kind, phase })).toEqual(['shop-prod/billing', 'shop-dev/orders']);
  expect(left({ kind, phase, endpointName: 'headroom-orders' })).toEqual(all);
  expect(left({ kind: 'update-endpoint' }, { kind, phase, project: 'shop-test' })).toEqual(all);
});

it('an endpoint that is taken over is adopted from then on, one for each service', () => {
  const taken = adoptedByProjectAfter(undefined, [aChange({ kind: 'adopt-endpoint', endpointName: 'team' })]);
  expect([...taken]).toEqual([['shop-prod', [entry]]]);
  expect(left({ kind: 'adopt-endpoint', endpointName: 'other' })).toEqual([
    'shop-prod/billing',
    'shop-prod/orders',
    'shop-dev/orders',
  ]);
  expect(adoptedByProjectAfter(undefined, []).size).toBe(0);
});
