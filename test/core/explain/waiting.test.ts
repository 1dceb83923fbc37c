import { describe, expect, it } from 'vitest';
import { carriedOut } from '../../../lib/core/approval/carried-out.ts';
import { explain } from '../../../lib/core/explain/explain.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { anApproval } from '../approval/an-approval.ts';
import { aPolicy, aService, aSnapshot, planOf, today } from '../organization.ts';

const snapshot = aSnapshot({ services: [aService({ name: 'orders' }), aService({ name: 'billing' })] });

/** The sentence about a service, and what follows next, under a plan. */
const explained = (plan: Plan, service: string): string => {
  const explanation = explain({ policy: aPolicy(), snapshot, service, today, plan });
  return [explanation?.sentence, ...(explanation?.next ?? [])].join('\n');
};

describe('an explanation of a service whose changes wait', () => {
  const needed = planOf([snapshot], { policy: aPolicy() });
  const changesOf = (name: string) => needed.plan.changes.filter(({ service }) => service === name);

  it('for nothing any more says that they are applied, or what is left to apply', () => {
    const { plan } = needed;
    const results = changesOf('orders').map((change) => ({ ...change, status: 'confirmed' as const }));
    const sentence = (given: typeof results) =>
      explain({ policy: aPolicy(), snapshot, service: 'orders', today, plan, results: given })?.sentence;
    expect(sentence(results)).toContain('; applied: create-endpoint, create-integration.');
    expect(sentence(results.slice(1))).toContain('; to apply: create-endpoint, create-integration.');
  });

  it('for an approval of their own says so, beside what is approved already', () => {
    const strict = planOf([snapshot], {
      policy: aPolicy({ guardrails: { ...aPolicy().guardrails, maxChanges: 0 } }),
    });
    const { plan } = carriedOut(strict, { approvals: [anApproval(changesOf('billing'))], isExact: false });
    expect(explained(plan, 'orders')).toContain(
      '; pending approval, because the plan exceeds guardrails: create-endpoint, create-integration.',
    );
    expect(explained(plan, 'orders')).toContain('Its changes need approval: see headroom plan.');
    expect(explained(plan, 'billing')).toContain('; to apply, as approved: create-endpoint, create-integration.');
  });

  it.each([
    ['room', 'its disk would have less than 7 days of room afterwards'],
    ['protection', 'it would lose its autoscaler without a tag of its own that asks for it'],
    ['restart', 'the service would restart'],
    ['first', 'this is the first plan of mode enforce'],
  ] as const)('says what it would harm, which is %s', (waits, why) => {
    const { digest, summary, violations } = needed.plan;
    const changes = changesOf('orders').map((change) => ({ ...change, waits }));
    const plan: Plan = { ...needed.plan, changes: [], proposal: { digest, summary, violations, changes } };
    expect(explained(plan, 'orders')).toContain(`; pending approval, because ${why}: create-endpoint`);
    expect(explained(plan, 'billing')).not.toContain('pending approval');
  });

  it('for money that changes without approval free says so', () => {
    const { plan } = needed;
    const waiting = { ...plan, changes: [], approval: { used: [], waiting: changesOf('orders') } };
    expect(explained(waiting, 'orders')).toContain(
      '; waiting for money that changes without approval free: create-endpoint, create-integration.',
    );
  });
});
