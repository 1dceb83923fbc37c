import type { ChangeResult } from '../change/change.ts';
import { mayLook } from '../model/mode.ts';
import type { Mode } from '../model/model.ts';
import type { Plan } from './plan-result.ts';

/** How a run ended. */
export type Outcome =
  | 'nothing'
  | 'applied'
  | 'coalesced'
  | 'observed'
  | 'stopped'
  | 'needs-approval'
  | 'refused'
  | 'partial'
  | 'failed';

interface RunFacts {
  readonly mode: Mode;
  /** Null when the run ended before there was a plan. */
  readonly plan: Plan | null;
  readonly results: readonly ChangeResult[];
  /** Projects that could not be read. */
  readonly unread: number;
  /** The run failed as a whole. */
  readonly failed: boolean;
  /** The run declined its request, such as an approval that was already used, and wrote nothing. */
  readonly refused: boolean;
  /** The run ended because another run does its work. */
  readonly coalesced?: boolean;
  /** The run only looked, so it carried out nothing of its plan and proposed nothing. */
  readonly readOnly?: boolean;
}

/**
 * Outcome of a run. Only confirmed changes count as applied. A change without a result, or one that was skipped, failed or
 * not visible when read back, makes the run partial; so does an unread project.
 */
export const outcomeOf = (facts: RunFacts): Outcome => {
  const { mode, plan, results, unread, failed, refused, coalesced, readOnly = false } = facts;
  if (coalesced) return 'coalesced';
  if (refused) return 'refused';
  if (failed || plan === null) return 'failed';
  if (!mayLook(mode)) return 'stopped';
  if (plan.verdict === 'observe' || (readOnly && plan.verdict !== 'nothing')) return 'observed';
  if (plan.verdict === 'needs-approval') return 'needs-approval';
  const confirmed = results.filter((result) => result.status === 'confirmed').length;
  if (unread > 0 || confirmed < plan.changes.length) return 'partial';
  return plan.changes.length === 0 ? 'nothing' : 'applied';
};
