import { OutOfTime, PlatformNotOffered } from '../../contract/errors.ts';
import type { Change, ChangeResult } from '../../core/change/change.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { PlatformPorts } from '../../ports.ts';
import { noteRefusal } from '../store/refusals.ts';
import type { Attempt } from '../store/run-objects.ts';
import { aboveProvisioned } from './checks/above-provisioned.ts';
import { writeChecks } from './checks/all.ts';
import { diskFits } from './checks/disk-fits.ts';
import { failureRecorder, noteTaskFailure } from './checks/max-failures.ts';
import { modeAndFreeze } from './checks/mode-and-freeze.ts';
import type { WriteCheck, WriteCheckEntry } from './checks/write-check.ts';
import { assertLease } from './lease.ts';
import { errorText, type Part, Progress } from './progress.ts';
import { type MadeEndpoints, readBack, type Write, writeOf } from './write-change.ts';

interface ActiveCheck extends Pick<WriteCheckEntry, 'outcome'> {
  readonly writeCheck: WriteCheck;
}

/**
 * Runs one writeCheck.
 * @returns a function that records the result of a blocked change; undefined if the writeCheck allows the change
 * @throws errors that end the task (GuardEntry)
 */
const check = async ({ writeCheck, outcome }: ActiveCheck, change: Change, progress: Progress) => {
  try {
    const reason = await writeCheck(change);
    if (reason === undefined) return undefined;
    if (outcome === 'failed') return () => progress.failed(change, new Error(reason));
    return () => progress[outcome](change, reason);
  } catch (error) {
    // The change itself is fine: the repeated task retries it.
    if (outcome === 'skipped' || error instanceof OutOfTime) throw error;
    return () => progress.failed(change, error);
  }
};

/** Runs the writeChecks in order. @returns whether all of them allow the change */
const passes = async (all: readonly ActiveCheck[], change: Change, progress: Progress): Promise<boolean> => {
  for (const each of all) {
    const end = await check(each, change, progress);
    if (end !== undefined) {
      await end();
      return false;
    }
  }
  return true;
};

/** Why the mode or a freeze forbids the next try of a write. */
class WriteRestrained extends Error {
  override readonly name = 'WriteRestrained';
}

/** The writeChecks that are asked again before each try of a write, because it may have waited minutes. */
interface BeforeEachTry {
  /** Look at the disk of the change. */
  readonly looks: readonly WriteCheck[];
  readonly restrains: WriteCheck;
}

/**
 * Asks before each try of a write whether a maximum is still above its disk and a smaller disk still holds the data, whether mode
 * and freeze still allow it, and whether the run still has the lease: a try may have waited minutes for its turn, or for the
 * platform. The intent is stored before, so that a run that breaks the lease finds the intent of every pending write.
 */
const mayWrite =
  (ports: PlatformPorts, runId: string, change: Change, beforeTry: BeforeEachTry) => async (): Promise<void> => {
    // First, because a look may take time.
    for (const look of beforeTry.looks) {
      const outgrown = await look(change);
      if (outgrown !== undefined) throw new Error(outgrown);
    }
    const reason = await beforeTry.restrains(change);
    if (reason !== undefined) throw new WriteRestrained(reason);
    await assertLease(ports, runId);
  };

/** Attempts one change; stores the intent before sending and the result after it. */
const tryChange = async (
  ports: PlatformPorts,
  runId: string,
  change: Change,
  progress: Progress,
  beforeTry: BeforeEachTry,
): Promise<void> => {
  let write: Write;
  try {
    write = writeOf(change, progress.made);
  } catch (error) {
    return progress.failed(change, error);
  }
  // Without a stored intent nothing may be sent: the task then fails and is repeated as a whole.
  await progress.intends(isoInstant(ports.clock.now()));
  try {
    await write(ports, progress.watch(mayWrite(ports, runId, change, beforeTry)));
  } catch (error) {
    if (error instanceof WriteRestrained) return progress.withheld(change, error.message);
    // The intent stays, so that the next attempt knows that the write may have been sent.
    if (error instanceof OutOfTime) throw error;
    await progress.failed(change, error);
    if (error instanceof PlatformNotOffered) await noteRefusal(ports, runId, change, error.message);
    return;
  }
  await progress.accepted(change);
};

/**
 * Mode and freeze are looked at right before each try of a write, so before an intent the last of these looks will do; only
 * the first intent of a part has none yet. What begins between the two is found by the next look, and nothing is sent.
 */
const lookingOnce = (restrains: WriteCheck): { readonly now: WriteCheck; readonly atFirst: WriteCheck } => {
  let last: { readonly reason: string | undefined } | undefined;
  const now: WriteCheck = async (change) => {
    // After a look that failed, the next one is made again.
    last = undefined;
    const reason = await restrains(change);
    last = { reason };
    return reason;
  };
  return { now, atFirst: async (change) => (last === undefined ? now(change) : last.reason) };
};

const attempt = async (ports: PlatformPorts, part: Part, progress: Progress): Promise<void> => {
  const context = { ...ports, ...part, progress };
  const recordFailures = failureRecorder(context);
  const restrains = lookingOnce(modeAndFreeze(context));
  const [outgrown, fits] = [aboveProvisioned(context), diskFits(context)];
  const made = new Map<WriteCheckEntry['make'], WriteCheck>([
    [modeAndFreeze, restrains.atFirst],
    [aboveProvisioned, outgrown],
    [diskFits, fits],
  ]);
  const all = writeChecks.map(({ make, outcome }) => ({ writeCheck: made.get(make) ?? make(context), outcome }));
  for (const change of part.changes.slice(progress.attempts.length)) {
    await recordFailures();
    if (await passes(all, change, progress)) {
      await tryChange(ports, part.runId, change, progress, { looks: [outgrown, fits], restrains: restrains.now });
    }
  }
  // The last change may have failed too, and other parts of the run must count it.
  await recordFailures();
};

/**
 * Problem of each change after reading back; undefined if the platform shows the change.
 * @throws OutOfTime if the task can still be repeated
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
    const isShown = await readBack(ports, project, changes, made);
    return (change: Change) => (isShown(change) ? undefined : 'accepted, but reading back does not show it yet');
  } catch (error) {
    if (isRepeated && error instanceof OutOfTime) throw error;
    return () => `accepted, but reading back failed: ${errorText(error)}`;
  }
};

/**
 * Results of all attempts. `open`, present after the last attempt of the task, is the change whose write may have been
 * sent, if any.
 */
const confirm = async (
  ports: PlatformPorts,
  project: string,
  progress: Progress,
  open?: readonly Change[],
): Promise<{ readonly tried: ChangeResult[]; readonly doubt: (change: Change) => string | undefined }> => {
  const accepted = progress.attempts.filter(({ status }) => status === 'accepted').map(({ change }) => change);
  const doubt = await doubts(ports, project, [...accepted, ...(open ?? [])], progress, open === undefined);
  const tried = progress.attempts.map(({ change, status, error, restrained, notOffered }: Attempt): ChangeResult => {
    if (status !== 'accepted') {
      return { ...change, status, error, ...(restrained && { restrained }), ...(notOffered && { notOffered }) };
    }
    const reason = doubt(change);
    return reason === undefined
      ? { ...change, status: 'confirmed' }
      : { ...change, status: 'unconfirmed', error: reason };
  });
  return { tried, doubt };
};

/** How the changes of a part ended, and the ids of the endpoints that the run made in its project. */
export interface Applied {
  readonly results: readonly ChangeResult[];
  readonly made: MadeEndpoints;
}

/**
 * Applies changes of one project in order. A failed change skips only later changes of the same service. `confirmed` means
 * that reading back shows the change.
 * @throws OutOfTime if there is no time for the rest; a repeated call continues there
 */
export const applyChanges = async (ports: PlatformPorts, part: Part): Promise<Applied> => {
  const progress = await Progress.take(ports.store, part);
  await attempt(ports, part, progress);
  return { results: (await confirm(ports, part.project, progress)).tried, made: progress.made };
};

/**
 * Results of changes whose task did not finish: it reads back the finished changes and the write that may have been
 * interrupted; the rest failed.
 */
export const afterFailure = async (ports: PlatformPorts, part: Part, failure: string): Promise<Applied> => {
  const progress = await Progress.take(ports.store, part);
  const rest = part.changes.slice(progress.attempts.length);
  if (rest.length > 0) await noteTaskFailure({ ...ports, ...part, progress });
  const open = progress.isOpen ? rest.slice(0, 1) : [];
  const { tried, doubt } = await confirm(ports, part.project, progress, open);
  const untried = rest.map((change): ChangeResult => {
    const isDone = open.includes(change) && doubt(change) === undefined;
    return isDone ? { ...change, status: 'confirmed' } : { ...change, status: 'failed', error: failure };
  });
  return { results: [...tried, ...untried], made: progress.made };
};
