import { describe, expect, it } from 'vitest';
import { heldText } from '../../../lib/core/budget/result.ts';
import { dayMs } from '../../../lib/core/model/durations.ts';
import type { MoneyOfDay } from '../../../lib/core/status/money-of-day.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import { type LocalHeadroom, startHeadroom } from '../../workflow/local-headroom.ts';
import { organizationOf, pg } from '../../workflow/scenarios.ts';

/** 0.365 a GB. `by-hand` has a maximum that Headroom may not set, and `full` a disk that nothing lets grow. `nearly` is at 91 %. */
const organization = organizationOf([
  {
    name: 'a',
    tags: { owner: 'billing' },
    services: [
      pg('ours', { diskGb: 100 }),
      pg('full', { usedGb: 79, tags: { owner: 'search', 'disk-autoscaler': 'off' } }),
      pg('nearly', { usedGb: 73, tags: { owner: 'search', 'disk-autoscaler': 'off' } }),
    ],
  },
  {
    name: 'b',
    services: [pg('by-hand')],
    endpoints: [{ name: 'hand', maxAdditionalGb: 100 }],
    integrations: [{ service: 'by-hand', endpoint: 'hand' }],
  },
]);

const policy = (monthly: string) => `
version: 1
mode: enforce
rules:
  - { name: all, match: { project: '*' }, effect: enable, maxAdditionalGb: 60 }
budgets:
  - { name: shared, match: { project: '*' }, monthly: "${monthly}", rest: share, deadBandGb: 0 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
`;

const recordOf = ({ store }: LocalHeadroom, day: string) => readObject<MoneyOfDay>(store, keys.moneyOfDay(day));

const started = async () => {
  const headroom = await startHeadroom(organization, policy('73.00'));
  const day = new Date(headroom.ports.clock.now()).toISOString().slice(0, 10);
  return { headroom, day };
};

describe('the money of a day', () => {
  it('is what the budgets cost after the first run of the day, by team, with the money that helped no full disk', async () => {
    const { headroom, day } = await started();
    const [budget] = (await headroom.reconcile()).plan?.budgets ?? [];
    expect(budget && heldText(budget)).toBe('36.50 of it in maximums that Headroom may not lower');
    expect(await recordOf(headroom, day)).toEqual({
      day,
      budgets: [
        {
          name: 'shared',
          currency: 'USD',
          monthly: '73.00',
          isPart: false,
          // 60 GB that Headroom has set, and 100 GB by hand.
          inForceMonthly: '58.40',
          provisionedMonthly: '7.30',
          // The full disk is opted out, so no money helps it.
          idleMonthly: '0.00',
          services: 4,
          uncounted: 0,
          fullDisks: 1,
          teams: [
            {
              owner: 'all',
              inForceMonthly: '36.50',
              provisionedMonthly: '0.00',
              services: 1,
              uncounted: 0,
              fullDisks: 0,
            },
            {
              owner: 'billing',
              inForceMonthly: '21.90',
              provisionedMonthly: '7.30',
              services: 1,
              uncounted: 0,
              fullDisks: 0,
            },
            {
              owner: 'search',
              inForceMonthly: '0.00',
              provisionedMonthly: '0.00',
              services: 2,
              uncounted: 0,
              fullDisks: 1,
            },
          ],
        },
      ],
    });
  });

  it('stays as the first run of the day stored it; the next day has a record of its own', async () => {
    const { headroom, day } = await started();
    await headroom.reconcile();
    const first = await recordOf(headroom, day);
    await headroom.store.put('policy.yaml', policy('500.00'));
    await headroom.reconcile();
    expect(await recordOf(headroom, day)).toEqual(first);
    headroom.pass(dayMs);
    await headroom.reconcile();
    const next = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
    expect((await recordOf(headroom, next))?.budgets[0]?.monthly).toBe('500.00');
  });

  it('is not stored by a run for some projects', async () => {
    const { headroom, day } = await started();
    await headroom.reconcile({ input: { trigger: { kind: 'manual', by: '' }, projects: ['a'] } });
    expect(await recordOf(headroom, day)).toBeUndefined();
  });
});
