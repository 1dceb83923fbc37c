import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import { compilePolicy } from '../../../lib/core/policy/policy.ts';
import { aPolicy, aService, today } from '../organization.ts';

const bounded = (maxByTagGb: number | undefined, limitGb: number | undefined, maxAdditionalGb = 100): Policy =>
  aPolicy({
    rules: [
      {
        name: 'all',
        match: { project: ['*'] },
        effect: 'enable',
        maxAdditionalGb,
        ...(maxByTagGb !== undefined && { maxByTagGb }),
      },
    ],
    ...(limitGb !== undefined && { limits: { maxAdditionalGb: limitGb } }),
  });

const decide = (policy: Policy, maxGb: string) =>
  compilePolicy(policy).decide(
    { name: 'shop', tags: {} },
    aService({ tags: { [`${policy.tagPrefix}-max-gb`]: maxGb } }),
    today,
  );

describe('a tag', () => {
  it.each([
    ['of the rule', bounded(150, undefined), 150],
    ['of the organization', bounded(undefined, 120), 120],
    ['of the organization where that of the rule is larger', bounded(150, 120), 120],
  ])('sets at most the bound %s, and a finding says so', (_, policy, most) => {
    const { decision, findings } = decide(policy, '5000');
    expect(decision.maxAdditionalGb).toBe(most);
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'tag-above-limit',
        message: `Tag ${policy.tagPrefix}-max-gb requests 5000 GB; the policy allows at most ${most} GB by tag for rule "all", so ${most} GB apply.`,
      }),
    ]);
    expect(decide(policy, String(most))).toMatchObject({ decision: { maxAdditionalGb: most }, findings: [] });
    expect(decide(policy, '0')).toMatchObject({ decision: { maxAdditionalGb: 0 }, findings: [] });
  });

  it('sets what it says where the organization gives no bound', () => {
    const { decision, findings } = decide(bounded(undefined, undefined), '5000');
    expect([decision.maxAdditionalGb, findings]).toEqual([5000, []]);
  });

  it('never exceeds what the organization allows, whatever it says', () => {
    const gb = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(gb, fc.option(gb), fc.option(gb), (asked, byTag, limit) => {
        const policy = bounded(byTag ?? undefined, limit ?? undefined, 0);
        const { decision } = decide(policy, String(asked));
        expect(decision.maxAdditionalGb).toBe(Math.min(asked, byTag ?? asked, limit ?? asked));
      }),
    );
  });
});
