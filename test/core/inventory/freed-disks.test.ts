import { describe, expect, it } from 'vitest';
import type { ChangeJson } from '../../../lib/core/change/change-json.ts';
import { freedDisks } from '../../../lib/core/inventory/freed-disks.ts';
import { aChange } from '../../core/a-change.ts';
import { aService } from '../../core/organization.ts';

const gb = 1024;
const planDisks = new Map([['pg/startup-4', 80 * gb]]);
const services = [aService({ name: 'orders', diskMb: 100 * gb }), aService({ name: 'unread', diskMb: null })];

const disksOf = (changes: readonly Partial<ChangeJson>[], disks: ReadonlyMap<string, number | null> = planDisks) =>
  freedDisks(
    changes.map((change) => aChange({ phase: 'release', ...change })),
    services,
    disks,
  );

const lower = { fromGb: 100, toGb: 40, maximum: { kind: 'additional', gb: 40 } } as const;

describe('the disks with which a plan counts after its releases', () => {
  it('are as large as the plan saw them where the autoscaler is removed', () => {
    expect(disksOf([{ kind: 'delete-integration' }, { kind: 'delete-endpoint' }])).toEqual([
      { service: 'orders', mostMb: 100 * gb },
    ]);
  });

  it('are the disk of the plan and the smaller maximum where that is lowered', () => {
    expect(disksOf([lower])).toEqual([{ service: 'orders', mostMb: 120 * gb }]);
    expect(disksOf([{ ...lower, maximum: { kind: 'total', gb: 120 } }])).toEqual([
      { service: 'orders', mostMb: 120 * gb },
    ]);
  });

  it('are no larger than the smaller maximum where the disk of the plan is unknown', () => {
    const most = [{ service: 'orders', mostMb: 40 * gb }];
    expect(disksOf([lower], new Map())).toEqual(most);
    expect(disksOf([lower], new Map([['pg/startup-4', null]]))).toEqual(most);
  });

  it('are the smaller ones where a service has two releases', () => {
    expect(disksOf([{ kind: 'delete-integration' }, lower])).toEqual([{ service: 'orders', mostMb: 100 * gb }]);
  });

  it('have no size at all where the plan did not know it', () => {
    expect(disksOf([{ kind: 'delete-integration', service: 'unread' }])).toEqual([{ service: 'unread', mostMb: 0 }]);
  });

  it('are none for an unused endpoint, a raise and a service that is gone', () => {
    expect(disksOf([{ kind: 'delete-endpoint' }, { fromGb: 40, toGb: 100 }])).toEqual([]);
    expect(disksOf([{ kind: 'delete-integration', service: 'gone' }])).toEqual([]);
  });
});
