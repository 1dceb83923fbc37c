import { describe, expect, it } from 'vitest';
import type { Guardrails, Policy } from '../../../../lib/core/model/policy-document.ts';
import { whatWaits } from '../../../../lib/core/plan/waits/what-waits.ts';
import { policyDefaults } from '../../../../lib/core/policy/policy-defaults.ts';
import { storageBudget } from '../../a-budget.ts';
import { aPolicy } from '../../organization.ts';

const under = (guardrails: Partial<Guardrails> = {}, policy: Partial<Policy> = {}) =>
  whatWaits(aPolicy({ guardrails: { ...policyDefaults.guardrails, ...guardrails }, ...policy }));

describe('what of a policy will wait', () => {
  it('is little by default, and says how often', () => {
    expect(under()).toEqual([
      'the first plan of mode enforce: once',
      'a lower that leaves a disk less than 7 days, a disable that no tag of the service asks for, or a restart: rarely, each with its reason',
      'a run that would change more than 25 services, 20 % of them, growth apart: after an edited policy or a change of many tags',
      'what disks need beyond 50 % of the managed services in 24 hours: seldom',
    ]);
  });

  it('is nothing where the mode writes nothing', () => {
    expect(under({}, { mode: 'observe' })).toEqual([]);
  });

  it('is every raise or lower where the policy lists them, most days where a budget shares its rest', () => {
    expect(under({ needApproval: ['raise'] })).toContain(
      'each raise: about daily while disks grow, also for a disk that is nearly full',
    );
    const lowers = (policy: Partial<Policy>) =>
      under({ needApproval: ['lower'] }, policy).find((text) => /^each lower/.test(text));
    expect(lowers({ budgets: [storageBudget('1.00')] })).toContain('about daily');
    expect(lowers({ budgets: [{ ...storageBudget('1.00'), rest: 'keep' }] })).toContain(
      'when a policy, a tag or a person lowers',
    );
  });
});
