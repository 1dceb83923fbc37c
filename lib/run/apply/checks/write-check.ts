import type { Change } from '../../../core/change/change.ts';
import type { PlatformPorts } from '../../../ports.ts';
import type { Part, Progress } from '../progress.ts';

/** A check before a write: the reason to block the change, or undefined to allow it. */
export type WriteCheck = (change: Change) => Promise<string | undefined>;

/** Input of a check: the part of a run whose changes it checks, and the progress of that part. */
export interface WriteCheckInput extends PlatformPorts, Part {
  readonly progress: Pick<Progress, 'attempts' | 'ended' | 'isOpen'>;
}

/**
 * A check and the result of a change that it blocks: `skipped`; `restrained`, which is skipped because of the mode or a
 * freeze; or `failed`. An error in a `skipped` check ends the task, which is then repeated; an error in another check fails
 * the change. OutOfTime always ends the task.
 */
export interface WriteCheckEntry {
  /** Called once per part, so that a check may reuse its reads for the rest of the task. */
  readonly make: (context: WriteCheckInput) => WriteCheck;
  readonly outcome: 'skipped' | 'restrained' | 'failed';
}
