import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../lib/core/model/decision.ts';
import { at, rules, shown, snapshotWith } from '../one-service.ts';
import { aPolicy, planOf } from '../organization.ts';
import { gb } from '../plan/any-plan.ts';

const budget = {
  ...{ name: 'all', match: { project: ['*'] }, monthly: '100.00', basis: 'run-rate' as const, rest: 'share' as const },
  ...{ deadBandGb: 0, warnPercent: 0 },
};

/** A plan without the price that its budget asks for. */
const unanswered = (effect: Effect, endpoint = at('e1', 20), diskGb = 80) => {
  const policy = aPolicy({ rules: rules[effect === 'enable' ? 'enable at 100' : effect] ?? [], budgets: [budget] });
  const snapshot = snapshotWith([endpoint], ['e1'], { diskMb: diskGb * gb });
  const { plan, priceNeeds } = planOf([snapshot], { policy, prices: new Map() });
  expect(priceNeeds).toHaveLength(1);
  return { changes: plan.changes.map(shown), findings: plan.findings.map(({ code }) => code) };
};

describe('a budget that lacks an answer', () => {
  it('raises no maximum', () => {
    expect(unanswered('enable').changes).toEqual([]);
  });

  it('raises a maximum below the provisioned storage to it', () => {
    expect(unanswered('enable', at('e1', 20), 110).changes).toEqual(['grant update-endpoint e1 20→30']);
  });

  it('removes autoscalers that the policy disables, whatever is provisioned', () => {
    const removed = ['release delete-integration e1 20→0', 'release delete-endpoint e1 20→0'];
    expect(unanswered('disable').changes).toEqual(removed);
    expect(unanswered('disable', at('e1', 20), 110).changes).toEqual(removed);
  });

  it('keeps the findings of services that it does not decide', () => {
    expect(unanswered('ignore').findings).toContain('no-longer-selected');
    expect(unanswered('enable', at('e1', 20, 'made-by-hand')).findings).toContain('foreign-autoscaler');
  });
});
