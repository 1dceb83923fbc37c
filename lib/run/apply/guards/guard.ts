import type { Change } from '../../../core/change/change.ts';
import type { PlatformPorts } from '../../../ports.ts';
import type { Part, Progress } from '../progress.ts';

/** A check before a write: the reason why the change is held back, or undefined when nothing stands against it. */
export type Guard = (change: Change) => Promise<string | undefined>;

/** What a guard may look at: the part of a run whose changes it checks, and how far that part has come. */
export interface GuardContext extends PlatformPorts, Part {
  readonly progress: Pick<Progress, 'attempts' | 'ended'>;
}

/**
 * A guard in its place, and how a change that it holds back ends: `skipped`; `restrained`, which is skipped because of the
 * mode or a freeze; or `failed`. An error of a guard that skips ends the task, which is then repeated; an error of another
 * one fails the change. OutOfTime always ends the task.
 */
export interface GuardEntry {
  /** Made once for a part, so that what a guard has read may hold for the rest of the task. */
  readonly make: (context: GuardContext) => Guard;
  readonly heldBack: 'skipped' | 'restrained' | 'failed';
}
