import { describe, expect, it } from 'vitest';
import type { OpenApproval } from '../../../lib/core/approval/approval.ts';
import { type Bounds, carriedOut } from '../../../lib/core/approval/carried-out.ts';
import type { BudgetResult } from '../../../lib/core/budget/result.ts';
import { proposalText } from '../../../lib/core/plan/order.ts';
import type { PlanResult } from '../../../lib/core/plan/plan-input.ts';
import { shown } from '../one-service.ts';
import { aPolicy, aService, aSnapshot, hash, planOf } from '../organization.ts';
import { anApproval } from './an-approval.ts';

/** A plan that enables two services, of which the guardrails allow none. */
const services = [aService({ name: 'orders' }), aService({ name: 'users' })];
const needed: PlanResult = planOf([aSnapshot({ services })], {
  policy: aPolicy({ guardrails: { ...aPolicy().guardrails, maxChanges: 0 } }),
});
const ofOrders = needed.plan.changes.filter(({ service }) => service === 'orders');
const ofUsers = needed.plan.changes.filter(({ service }) => service === 'users');

const under = (approvals: readonly OpenApproval[], given: Partial<Bounds> = {}) =>
  carriedOut(needed, { approvals, isExact: false, ...given });

describe('what approvals let a run carry out', () => {
  it('is nothing without one, and the plan waits as it is', () => {
    expect(needed.plan.verdict).toBe('needs-approval');
    expect(under([])).toMatchObject({ plan: { verdict: 'needs-approval', digest: needed.plan.digest }, uses: [] });
  });

  it('is all that they cover together, and they count what is left of them', () => {
    const more = [...ofUsers, { ...ofUsers[0], service: 'gone' } as never];
    const { plan, uses } = under([anApproval(ofOrders, { digest: 'a' }), anApproval(more, { digest: 'b' })]);
    expect([plan.verdict, plan.changes.map(shown)]).toEqual(['apply', needed.plan.changes.map(shown)]);
    expect(plan.changes.map(({ approval }) => approval)).toEqual(
      plan.changes.map(({ service }) => (service === 'orders' ? 'a' : 'b')),
    );
    expect(plan.proposal).toBeUndefined();
    expect(plan.approval).toMatchObject({
      waiting: [],
      used: [
        { digest: 'a', by: 'a person', changes: 2, left: 0 },
        { digest: 'b', changes: 2, left: 1 },
      ],
    });
    expect(new Set(uses.map(({ approval, index }) => `${approval.digest} ${index}`))).toEqual(
      new Set(['a 0', 'a 1', 'b 0', 'b 1']),
    );
  });

  it('is the part that they cover, while the rest waits under a digest of its own', () => {
    const { plan, uses } = under([anApproval(ofOrders)]);
    expect(plan).toMatchObject({ verdict: 'apply', violations: [], digest: needed.plan.digest });
    expect(plan.changes.map(shown)).toEqual(ofOrders.map(shown));
    expect(plan.summary.enable).toBe(1);
    const { waiting, used } = plan.approval ?? {};
    const waits = ofUsers.map((change) => ({ ...change, waits: 'bounds' }));
    expect(plan.proposal).toMatchObject({
      digest: hash(proposalText(ofUsers)),
      changes: waits,
      summary: { enable: 1 },
    });
    expect(plan.proposal?.violations.length).toBeGreaterThan(0);
    expect([waiting, used?.map(({ changes }) => changes)]).toEqual([[], [2]]);
    expect(uses).toHaveLength(2);
  });

  it('is nothing of it where the plan must be carried out as a whole', () => {
    expect(under([anApproval(ofOrders)], { isExact: true })).toEqual({
      plan: needed.plan,
      uses: [],
      spent: { growth: 0, saved: 0 },
    });
    const exact = (digest: string, used: readonly number[] = []) =>
      under([anApproval(needed.plan.changes, { exact: true, digest, used: new Set(used) })]).plan.verdict;
    expect(exact(needed.plan.digest)).toBe('apply');
    expect(exact(needed.plan.digest, [0])).toBe('needs-approval');
    expect(exact('another')).toBe('needs-approval');
  });

  it('is nothing yet where covered changes need money that the rest would free: they wait, and the rest needs approval', () => {
    const [grant] = ofOrders.map(({ waits: _, ...change }) => ({ ...change, budget: 'all', toGb: 100 }));
    const [other] = ofUsers.map((change) => ({ ...change, phase: 'release', budget: 'all' }) as never as typeof change);
    if (grant === undefined || other === undefined) throw new Error('two changes are needed');
    const share = (service: string) => ({ project: 'shop-prod', service, inForceGb: 0, gb: 0, perGbMonth: '1.00' });
    const shares = [share('orders'), share('users')];
    const budgets = [{ name: 'all', grantableMonthly: '99.00', shares }] as unknown as BudgetResult[];
    const result = { ...needed, plan: { ...needed.plan, changes: [other, grant], budgets } };
    const { plan, uses } = carriedOut(result, { approvals: [anApproval([grant])], isExact: false });
    expect(plan).toMatchObject({
      verdict: 'needs-approval',
      digest: needed.plan.digest,
      changes: [other, grant],
      proposal: { digest: hash(proposalText([other])), changes: [other] },
      approval: { used: [], waiting: [grant] },
    });
    expect(plan.violations.length).toBeGreaterThan(0);
    expect(uses).toEqual([]);
  });
});
