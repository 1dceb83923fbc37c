import { expect, it } from 'vitest';
import { planComment } from '../../../../lib/cli/commands/plan/comment.ts';
import { aPolicy, aService, aSnapshot, planOf } from '../../../core/organization.ts';

it('the comment says approval, not 0, for a guardrail that allows nothing without one', () => {
  const guardrails = { ...aPolicy().guardrails, firstRun: 'propose' as const, maxChanges: 0 };
  const commentOf = (isFirstRun: boolean) =>
    planComment(
      planOf([aSnapshot({ services: [aService()] })], { policy: aPolicy({ guardrails }), isFirstRun }).plan,
      undefined,
      [],
    );
  expect(commentOf(true)).toMatch(/\| firstRun \| one approval \| 1 \|/);
  expect(commentOf(false)).toMatch(/\| maxChanges \| 0 \| 1 \|/);
});
