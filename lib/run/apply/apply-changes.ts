import { OutOfTime, PlatformNotOffered } from '../../contract/errors.ts';
import type { Change, ChangeResult } from '../../core/change/change.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { PlatformPorts } from '../../ports.ts';
import { noteRefusal } from '../store/refusals.ts';
import type { Attempt } from '../store/run-objects.ts';
import { guards } from './guards/all.ts';
import type { Guard, GuardEntry } from './guards/guard.ts';
import { failureRecorder, noteTaskFailure } from './guards/max-failures.ts';
import { assertLease } from './lease.ts';
import { errorText, type Part, Progress } from './progress.ts';
import { readBack } from './read-back.ts';
import { type Write, writeOf } from './write-change.ts';

interface MadeGuard extends Pick<GuardEntry, 'heldBack'> {
  readonly guard: Guard;
}

/**
 * Asks one guard.
 * @returns what ends the change that it holds back; undefined when it lets it through
 * @throws what ends the task (GuardEntry)
 */
const ask = async ({ guard, heldBack }: MadeGuard, change: Change, progress: Progress) => {
  try {
    const why = await guard(change);
    if (why === undefined) return undefined;
    if (heldBack === 'failed') return () => progress.failed(change, new Error(why));
    return () => progress[heldBack](change, why);
  } catch (error) {
    // Nothing is wrong with the change: the task is repeated and goes on with it.
    if (heldBack === 'skipped' || error instanceof OutOfTime) throw error;
    return () => progress.failed(change, error);
  }
};

/** Asks the guards in their order; whether none of them holds the change back. */
const passes = async (all: readonly MadeGuard[], change: Change, progress: Progress): Promise<boolean> => {
  for (const each of all) {
    const end = await ask(each, change, progress);
    if (end !== undefined) {
      await end();
      return false;
    }
  }
  return true;
};

/** Tries one change; how it ended is stored, and so, before anything is sent, that it is about to be. */
const tryChange = async (ports: PlatformPorts, runId: string, change: Change, progress: Progress): Promise<void> => {
  let write: Write;
  try {
    write = writeOf(change, progress.made);
  } catch (error) {
    return progress.failed(change, error);
  }
  // What cannot be stored must not be done: then the task fails and is repeated as a whole.
  await progress.intends(isoInstant(ports.clock.now()));
  try {
    // After the intent, so that whoever ends the lease finds the intent of every write that may still come.
    await assertLease(ports, runId);
    await write(ports.platform, progress.begins());
  } catch (error) {
    // The intent stays: who goes on knows that the write may have been sent.
    if (error instanceof OutOfTime) throw error;
    await progress.failed(change, error);
    if (error instanceof PlatformNotOffered) await noteRefusal(ports, runId, change, error.message);
    return;
  }
  await progress.accepted(change);
};

const attempt = async (ports: PlatformPorts, part: Part, progress: Progress): Promise<void> => {
  const context = { ...ports, ...part, progress };
  const recordFailures = failureRecorder(context);
  const all = guards.map(({ make, heldBack }) => ({ guard: make(context), heldBack }));
  for (const change of part.changes.slice(progress.attempts.length)) {
    await recordFailures();
    if (await passes(all, change, progress)) await tryChange(ports, part.runId, change, progress);
  }
  // The last change may have failed too, which other parts of the run must know.
  await recordFailures();
};

/**
 * What reading back says of each change; undefined where it shows the change.
 * @throws OutOfTime while the task may still be repeated
 */
const doubts = async (
  ports: PlatformPorts,
  project: string,
  changes: readonly Change[],
  { made }: Progress,
  isRepeated: boolean,
) => {
  if (changes.length === 0) return () => undefined;
  try {
    const seen = await readBack(ports, project, changes, made);
    return (change: Change) => (seen(change) ? undefined : 'accepted, but reading back does not show it yet');
  } catch (error) {
    if (isRepeated && error instanceof OutOfTime) throw error;
    return () => `accepted, but reading back failed: ${errorText(error)}`;
  }
};

/**
 * How each attempt ended, and, once nothing is tried any more (`open` is given), that of the write of which it is not known
 * whether it was sent, if there is one.
 */
const confirm = async (
  ports: PlatformPorts,
  project: string,
  progress: Progress,
  open?: readonly Change[],
): Promise<{ readonly tried: ChangeResult[]; readonly doubt: (change: Change) => string | undefined }> => {
  const accepted = progress.attempts.filter(({ status }) => status === 'accepted').map(({ change }) => change);
  const doubt = await doubts(ports, project, [...accepted, ...(open ?? [])], progress, open === undefined);
  const tried = progress.attempts.map(({ change, status, error, restrained }: Attempt): ChangeResult => {
    if (status !== 'accepted') return { ...change, status, error, ...(restrained && { restrained }) };
    const reason = doubt(change);
    return reason === undefined
      ? { ...change, status: 'confirmed' }
      : { ...change, status: 'unconfirmed', error: reason };
  });
  return { tried, doubt };
};

/**
 * Carries out changes of one project in their order. A failed change lets the later ones of the same service be skipped
 * and no others; `confirmed` is said only of what reading back shows.
 * @throws OutOfTime when there is no time left for the rest: repeated, it goes on there
 */
export const applyChanges = async (ports: PlatformPorts, part: Part): Promise<ChangeResult[]> => {
  const progress = await Progress.take(ports.store, part);
  await attempt(ports, part, progress);
  return (await confirm(ports, part.project, progress)).tried;
};

/**
 * What became of changes whose task did not come to its end: what was done is read back, also the write that the task
 * may have died in; the rest failed.
 */
export const afterFailure = async (ports: PlatformPorts, part: Part, failure: string): Promise<ChangeResult[]> => {
  const progress = await Progress.take(ports.store, part);
  const rest = part.changes.slice(progress.attempts.length);
  if (rest.length > 0) await noteTaskFailure({ ...ports, ...part, progress });
  const open = progress.isOpen ? rest.slice(0, 1) : [];
  const { tried, doubt } = await confirm(ports, part.project, progress, open);
  const untried = rest.map((change): ChangeResult => {
    const isDone = open.includes(change) && doubt(change) === undefined;
    return isDone ? { ...change, status: 'confirmed' } : { ...change, status: 'failed', error: failure };
  });
  return [...tried, ...untried];
};
