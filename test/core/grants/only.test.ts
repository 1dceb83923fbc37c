import { describe, expect, it } from 'vitest';
import type { Change } from '../../../lib/core/change/change.ts';
import { changesFor, concernsOnly, talliesOf } from '../../../lib/core/grants/only.ts';
import { aChange } from '../a-change.ts';

const own = { project: 'shop', service: 'orders' };
const disk = (service: string, fromGb: number, toGb: number, given: Partial<Change> = {}, project = 'shop'): Change =>
  aChange({
    ...{ project, service, endpointName: `headroom-${service}`, endpointId: `e-${service}`, fromGb, toGb },
    phase: toGb < fromGb ? 'release' : 'grant',
    maximum: { kind: 'additional', gb: toGb },
    ...given,
  } as never);
const option = { ...disk('orders', 100, 100), kind: 'update-search-configuration' } as unknown as Change;

const raised = disk('orders', 100, 200, { budget: 'all' });
const lowered = disk('users', 200, 100, { budget: 'all' });

describe('the plan of one service', () => {
  it('has its raise and what its budget frees elsewhere, and nothing else', () => {
    const others = [
      disk('users', 100, 200, { budget: 'all' }),
      disk('carts', 200, 100, { budget: 'other' }),
      disk('logs', 200, 100),
      disk('orders', 100, 300, {}, 'crm'),
      option,
    ];
    expect(changesFor([lowered, raised, ...others], own)).toEqual([lowered, raised]);
    expect(changesFor([raised, lowered], undefined)).toEqual([raised, lowered]);
  });

  it('takes no room from it, whatever the policy wants, and frees nothing where it needs nothing', () => {
    const less = disk('orders', 200, 100, { budget: 'all' });
    expect(changesFor([less, lowered], own)).toEqual([]);
    expect(changesFor([disk('orders', 100, 200), lowered], own)).toHaveLength(1);
  });
});

describe('a plan that concerns one service alone', () => {
  it('has no change of another one, none that takes room, and no option', () => {
    expect(concernsOnly([raised], own)).toBe(true);
    expect(concernsOnly([], own)).toBe(true);
    expect(concernsOnly([raised], undefined)).toBe(false);
    expect(concernsOnly([raised], { ...own, project: 'crm' })).toBe(false);
    for (const other of [lowered, option, disk('orders', 200, 100)])
      expect(concernsOnly([raised, other], own)).toBe(false);
  });

  it('is counted by the services whose disks change', () => {
    const tallies = [own, { project: 'shop', service: 'users' }, { project: 'crm', service: 'orders' }];
    expect(talliesOf(tallies, [raised])).toEqual([own]);
    expect(talliesOf(tallies, [option])).toEqual([]);
  });
});
