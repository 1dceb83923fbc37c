import type { ChangeResult } from '../change/change.ts';
import { mayLook } from '../model/mode.ts';
import type { Mode } from '../model/model.ts';
import type { Plan } from './plan-result.ts';

/** How a run ended. */
export type Outcome =
  | 'nothing'
  | 'applied'
  | 'observed'
  | 'stopped'
  | 'needs-approval'
  | 'refused'
  | 'partial'
  | 'failed';

/** What the outcome of a run is judged by. */
export interface RunFacts {
  readonly mode: Mode;
  /** Null when the run ended before there was a plan. */
  readonly plan: Plan | null;
  readonly results: readonly ChangeResult[];
  /** Projects that could not be read. */
  readonly unread: number;
  /** The run failed as a whole. */
  readonly failed: boolean;
  /** The run declined what it was asked for, such as an approval that was used already: it wrote nothing. */
  readonly refused: boolean;
}

/**
 * Outcome of a run. Only what was confirmed counts as applied: a change that has no result, was skipped, failed or not
 * seen when reading back makes the run partial, and so does a project that could not be read.
 */
export const outcomeOf = ({ mode, plan, results, unread, failed, refused }: RunFacts): Outcome => {
  if (refused) return 'refused';
  if (failed || plan === null) return 'failed';
  if (!mayLook(mode)) return 'stopped';
  if (plan.verdict === 'needs-approval') return 'needs-approval';
  if (plan.verdict === 'observe') return 'observed';
  const confirmed = results.filter((result) => result.status === 'confirmed').length;
  if (unread > 0 || confirmed < plan.changes.length) return 'partial';
  return plan.changes.length === 0 ? 'nothing' : 'applied';
};
