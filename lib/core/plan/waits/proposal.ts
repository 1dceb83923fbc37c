import type { Change } from '../../change/change.ts';
import { proposalText } from '../order.ts';
import type { PlanResult } from '../plan-input.ts';
import type { RestPlan } from '../plan-result.ts';

/** The changes that wait as a plan of their own; undefined if none do. */
export const proposalOf = (
  changes: readonly Change[],
  { weigh, hash }: Pick<PlanResult, 'weigh' | 'hash'>,
  isFirstRun = true,
): RestPlan | undefined => {
  const waiting = changes.filter(({ waits }) => waits !== undefined);
  if (waiting.length === 0) return undefined;
  const { summary, violations } = weigh(waiting, isFirstRun);
  return { digest: hash(proposalText(waiting)), summary, changes: waiting, violations };
};
