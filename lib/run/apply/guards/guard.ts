import type { Change } from '../../../core/change/change.ts';
import type { PlatformPorts } from '../../../ports.ts';
import type { Part, Progress } from '../progress.ts';

/** A check before a write: the reason to block the change, or undefined to allow it. */
export type Guard = (change: Change) => Promise<string | undefined>;

/** Input of a guard: the part of a run whose changes it checks, and the progress of that part. */
export interface GuardContext extends PlatformPorts, Part {
  readonly progress: Pick<Progress, 'attempts' | 'ended' | 'isOpen'>;
}

/**
 * A guard and the result of a change that it blocks: `skipped`; `restrained`, which is skipped because of the mode or a
 * freeze; or `failed`. An error in a `skipped` guard ends the task, which is then repeated; an error in another guard fails
 * the change. OutOfTime always ends the task.
 */
export interface GuardEntry {
  /** Called once per part, so that a guard may reuse its reads for the rest of the task. */
  readonly make: (context: GuardContext) => Guard;
  readonly heldBack: 'skipped' | 'restrained' | 'failed';
}
