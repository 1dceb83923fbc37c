import { OutOfTime, PlatformNotOffered } from '../../contract/errors.ts';
import type { Change, ChangeResult } from '../../core/model/change.ts';
import type { Clock, Platform, Store } from '../../ports.ts';
import { noteRefusal } from '../store/refusals.ts';
import type { Attempt } from '../store/run-objects.ts';
import { lowerGuard } from './guards/above-provisioned.ts';
import { releaseGuard } from './guards/budget-freed.ts';
import { readyGuard } from './guards/endpoint-ready.ts';
import { failureGuard, noteTaskFailure } from './guards/max-failures.ts';
import { restraintGuard } from './guards/mode-and-freeze.ts';
import { assertLease } from './lease.ts';
import { errorText, type Part, Progress } from './progress.ts';
import { readBack } from './read-back.ts';
import { type Write, writeOf } from './write-change.ts';

interface ApplyPorts {
  readonly platform: Platform;
  readonly store: Store;
  readonly clock: Clock;
}

/** What stands before each write: checks that throw fail the change, a restraint skips it. */
interface Guards {
  readonly lowering: (change: Change) => Promise<void>;
  readonly restraint: () => Promise<string | undefined>;
}

/** Tries one change; how it ended is stored, and so, before anything is sent, that it is about to be. */
const tryChange = async (
  ports: ApplyPorts,
  runId: string,
  change: Change,
  progress: Progress,
  { lowering, restraint }: Guards,
): Promise<void> => {
  let write: Write;
  try {
    await lowering(change);
    // Last of what is asked before the intent: reading sizes may have taken its time.
    const why = await restraint();
    if (why !== undefined) return progress.restrained(change, why);
    write = writeOf(change, progress.made);
  } catch (error) {
    // Nothing is wrong with the change: the task is repeated and goes on with it.
    if (error instanceof OutOfTime) throw error;
    return progress.failed(change, error);
  }
  // What cannot be stored must not be done: then the task fails and is repeated as a whole.
  await progress.intends(new Date(ports.clock.now()).toISOString());
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

const attempt = async (ports: ApplyPorts, part: Part, progress: Progress): Promise<void> => {
  const { runId, changes } = part;
  const guards: Guards = {
    lowering: lowerGuard(ports.platform, ports.store, runId),
    restraint: restraintGuard(ports, runId),
  };
  const checkRelease = releaseGuard(ports.store, runId);
  const checkReady = readyGuard(ports.store, runId);
  const checkFailures = failureGuard(ports.store, part, progress);
  for (const change of changes.slice(progress.attempts.length)) {
    const tooMany = await checkFailures();
    const why = progress.whySkip(change) ?? (await checkRelease(change)) ?? (await checkReady(change)) ?? tooMany;
    if (why === undefined) await tryChange(ports, runId, change, progress, guards);
    else progress.skipped(change, why);
  }
  // The last change may have failed too, which other parts of the run must know.
  await checkFailures();
};

/**
 * What reading back says of each change; undefined where it shows the change.
 * @throws OutOfTime while the task may still be repeated
 */
const doubts = async (
  ports: ApplyPorts,
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
  ports: ApplyPorts,
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
export const applyChanges = async (ports: ApplyPorts, part: Part): Promise<ChangeResult[]> => {
  const progress = await Progress.take(ports.store, part);
  await attempt(ports, part, progress);
  return (await confirm(ports, part.project, progress)).tried;
};

/**
 * What became of changes whose task did not come to its end: what was done is read back, also the write that the task
 * may have died in; the rest failed.
 */
export const afterFailure = async (ports: ApplyPorts, part: Part, failure: string): Promise<ChangeResult[]> => {
  const progress = await Progress.take(ports.store, part);
  const rest = part.changes.slice(progress.attempts.length);
  if (rest.length > 0) await noteTaskFailure(ports.store, part, progress);
  const open = progress.isOpen ? rest.slice(0, 1) : [];
  const { tried, doubt } = await confirm(ports, part.project, progress, open);
  const untried = rest.map((change): ChangeResult => {
    const isDone = open.includes(change) && doubt(change) === undefined;
    return isDone ? { ...change, status: 'confirmed' } : { ...change, status: 'failed', error: failure };
  });
  return [...tried, ...untried];
};
