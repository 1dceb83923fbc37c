import type { Change } from '../../change/change.ts';
import { proposalText } from '../order.ts';
import type { PlanResult } from '../plan-input.ts';
import type { RestPlan } from '../plan-result.ts';

/** The changes that wait as a plan of their own; undefined if none do. @param violations why they wait */
export const proposalOf = (
  changes: readonly Change[],
  violations: RestPlan['violations'],
  { summaryOf, hash }: Pick<PlanResult, 'summaryOf' | 'hash'>,
): RestPlan | undefined => {
  const waiting = changes.filter(({ waits }) => waits !== undefined);
  if (waiting.length === 0) return undefined;
  return { digest: hash(proposalText(waiting)), summary: summaryOf(waiting), changes: waiting, violations };
};
