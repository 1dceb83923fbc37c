import { expect, it } from 'vitest';
import { planComment } from '../../../../lib/cli/commands/plan/comment.ts';
import { aPolicy, aService, aSnapshot, planOf } from '../../../core/organization.ts';

it('the comment says approval, not 0, for a guardrail that allows nothing without one', () => {
  const guardrails = { ...aPolicy().guardrails, firstRun: 'propose' as const, maxChanges: 0 };
  const { plan } = planOf([aSnapshot({ services: [aService()] })], {
    policy: aPolicy({ guardrails }),
    isFirstRun: true,
  });
  const comment = planComment(plan, undefined, []);
  expect(comment).toMatch(/\| firstRun \| one approval \| 1 \|/);
  expect(comment).toMatch(/\| maxChanges \| 0 \| 1 \|/);
});
