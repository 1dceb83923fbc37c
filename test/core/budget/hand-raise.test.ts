import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import type { LoggedEvent } from '../../../lib/core/service/drift.ts';
import { storageBudget } from '../a-budget.ts';
import { whyOf } from '../a-change.ts';
import { at, lastAppliedToOrders, shown, snapshotWith } from '../one-service.ts';
import { aPolicy, planOf, today } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

/** At the former maximum of 100 GB, as far as the autoscaler could grow it. */
const grown = { diskMb: 180 * 1024 };
const raised = snapshotWith([at('e1', 130)], ['e1'], grown);

const event: LoggedEvent = {
  time: '2030-06-15T09:00:00.000Z',
  type: 'service_integration_endpoint_update',
  service: null,
  actor: 'anna@example.com',
  description: 'Updated service integration endpoint headroom-orders',
};

const planned = (
  { now = `${today}T12:00:00.000Z`, log = [event], ...input }: Partial<PlanInput> & { log?: LoggedEvent[] } = {},
  policy: Partial<Policy> = {},
  snapshot = raised,
) =>
  planOf([snapshot], {
    policy: aPolicy(policy),
    lastApplied: new Map([['shop-prod', [lastAppliedToOrders]]]),
    events: new Map([['shop-prod', log]]),
    today: now.slice(0, 10),
    now,
    ...input,
  }).plan;

const codes = ({ findings }: ReturnType<typeof planned>) => findings.map(({ code }) => code);

const budgetOf = (monthly: string): Partial<Policy> => ({ budgets: [storageBudget(monthly, 'keep')] });

describe('a maximum that a person raised on a disk at its threshold', () => {
  it('stays for 24 hours, with a notice that says who raised it and how to keep it', () => {
    const plan = planned();
    expect(plan.changes).toEqual([]);
    expect(plan.findings.filter(({ code }) => code === 'raise-kept')).toEqual([
      expect.objectContaining({
        project: 'shop-prod',
        service: 'orders',
        message:
          'Raised from 100 GB to 130 GB by anna@example.com; stays until 2030-06-16 09:00 UTC. To keep it: headroom grant shop-prod/orders 130; for longer, raise it in the policy.',
      }),
    ]);
    expect(whyOf({ reasons: plan.decisions[0]?.reasons ?? [] })).toContain(
      'Raised to 130 GB by anna@example.com; stays until 2030-06-16 09:00 UTC.',
    );
  });

  it('is in force like any other afterwards', () => {
    const after = { now: '2030-06-16T09:01:00.000Z' };
    expect(planned(after).changes.map(shown)).toEqual(['release update-endpoint e1 130→100']);
    expect(codes(planned(after))).toContain('change-taken-back');
  });

  it('has no name where the event log does not say it', () => {
    const nameless = { ...event, actor: null };
    expect(planned({ log: [nameless] }).findings[0]?.message).toContain(
      'by hand, unknown who; stays until 2030-06-16 09:00 UTC',
    );
    // Headroom wrote at noon of the day before, so that no raise is older.
    const unseen = planned({ log: [], now: `${today}T11:59:00.000Z` }).findings.find(
      ({ code }) => code === 'raise-kept',
    );
    expect(unseen?.message).toContain('by hand, unknown who; stays until 2030-06-15 12:00 UTC');
  });

  it.each<[string, Parameters<typeof planned>]>([
    ['on a disk with room', [{}, {}, snapshotWith([at('e1', 130)], ['e1'])]],
    ['before the event log is read', [{ events: new Map() }]],
    ['that another rule disables', [{}, { rules: [{ name: 'none', match: { project: ['*'] }, effect: 'disable' }] }]],
  ])('is taken back %s', (_, given) => {
    const plan = planned(...given);
    expect(codes(plan)).not.toContain('raise-kept');
    expect(plan.changes.map(({ phase }) => phase)).toContain('release');
  });

  it('stays only as far as the largest maximum of the organization', () => {
    const { changes } = planned({}, { limits: { maxAdditionalGb: 120 } });
    expect(changes.map(shown)).toEqual(['release update-endpoint e1 130→120']);
  });

  it('stays only as far as the money of its budget, but never below what is provisioned', () => {
    const prices = platformPrices([['pg/startup-4/aws-eu-west-1', null]]);
    expect(planned({ prices, planCapMb: new Map() }, budgetOf('20.00')).changes).toEqual([]);
    const bound = planned({ prices, planCapMb: new Map() }, budgetOf('18.00')).changes.map(({ reasons }) =>
      whyOf({ reasons }),
    );
    expect(bound.join()).toContain('as far as budget "storage" pays, it stays until 2030-06-16 09:00 UTC.');
    expect(planned({ prices, planCapMb: new Map() }, budgetOf('18.00')).changes.map(shown)).toEqual([
      'release update-endpoint e1 130→120',
    ]);
    expect(planned({ prices, planCapMb: new Map() }, budgetOf('10.00')).changes.map(shown)).toEqual([
      'release update-endpoint e1 130→100',
    ]);
  });
});
