import type { ChangeStatus } from '../change/change.ts';
import type { Mode } from '../model/model.ts';
import type { Outcome } from './outcome.ts';
import type { Summary } from './plan-result.ts';

/** One row of the list of runs. It is small, is stored apart from the run and outlives it. */
export interface RunSummary {
  readonly runId: string;
  /** ISO 8601, UTC; when it ended, for a run that failed before it had begun. */
  readonly startedAt: string;
  /** ISO 8601, UTC; null while it is at work, and for good when it was cut short. */
  readonly endedAt: string | null;
  /** Null as `endedAt`. */
  readonly outcome: Outcome | null;
  /** Null where the run failed before it knew. */
  readonly trigger: { readonly kind: 'schedule' | 'event' | 'manual'; readonly by: string } | null;
  readonly mode: Mode | null;
  /** The run that it was to undo; null for every other. */
  readonly undo: string | null;
  readonly digest: string | null;
  /** What it planned; null without a plan. */
  readonly plan: Pick<Summary, 'enable' | 'raise' | 'lower' | 'disable' | 'addedGb' | 'addedMonthly'> | null;
  /** How its changes ended, each one write. */
  readonly results: Readonly<Record<ChangeStatus, number>>;
  readonly findings: number;
  /** Projects that could not be read. */
  readonly unread: number;
  /** Name and text of the error that ended it; null when none did. */
  readonly error: string | null;
}

/** Newest first; runs that began at the same moment by their ids. */
export const byNewest = (a: RunSummary, b: RunSummary): number => {
  const [one, other] = [`${a.startedAt} ${a.runId}`, `${b.startedAt} ${b.runId}`];
  return one < other ? 1 : -Number(one > other);
};
