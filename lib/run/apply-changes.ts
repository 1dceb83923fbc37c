import { PlatformNotOffered } from '../contract/errors.ts';
import type { Change, ChangeResult, Phase } from '../core/model.ts';
import type { Clock, Platform, Store } from '../ports.ts';
import { carryOut } from './carry-out.ts';
import { assertLease } from './lease.ts';
import { lowerGuard } from './lowering.ts';
import { type Attempt, errorText, Progress } from './progress.ts';
import { readBack } from './read-back.ts';
import { noteRefusal } from './refusals.ts';

interface ApplyPorts {
  readonly platform: Platform;
  readonly store: Store;
  readonly clock: Clock;
}

/** The changes of one project in one phase of a run. */
export interface Part {
  readonly runId: string;
  readonly phase: Phase;
  readonly project: string;
  readonly changes: readonly Change[];
}

const attempt = async (ports: ApplyPorts, { runId, changes }: Part, progress: Progress): Promise<void> => {
  const checkLowering = lowerGuard(ports.platform, ports.store, runId);
  for (const change of changes.slice(progress.attempts.length)) {
    const why = progress.whySkip(change);
    if (why !== undefined) {
      progress.skipped(change, why);
      continue;
    }
    try {
      await assertLease(ports, runId);
      await checkLowering(change);
      await carryOut(ports.platform, change, progress.made);
    } catch (error) {
      await progress.failed(change, error);
      if (error instanceof PlatformNotOffered) await noteRefusal(ports, runId, change, error.message);
      continue;
    }
    await progress.accepted(change);
  }
};

/** What reading back says of each change; undefined where it shows the change. */
const doubts = async (ports: ApplyPorts, project: string, { attempts, made }: Progress) => {
  const accepted = attempts.filter(({ status }) => status === 'accepted').map(({ change }) => change);
  if (accepted.length === 0) return () => undefined;
  try {
    const seen = await readBack(ports, project, accepted, made);
    return (change: Change) => (seen(change) ? undefined : 'accepted, but reading back does not show it yet');
  } catch (error) {
    return () => `accepted, but reading back failed: ${errorText(error)}`;
  }
};

const confirm = async (ports: ApplyPorts, project: string, progress: Progress): Promise<ChangeResult[]> => {
  const doubt = await doubts(ports, project, progress);
  return progress.attempts.map(({ change, status, error }: Attempt): ChangeResult => {
    if (status !== 'accepted') return { ...change, status, error };
    const reason = doubt(change);
    return reason === undefined
      ? { ...change, status: 'confirmed' }
      : { ...change, status: 'unconfirmed', error: reason };
  });
};

/**
 * Carries out changes of one project in their order. A failed change lets the later ones of the same service be skipped
 * and no others; `confirmed` is said only of what reading back shows.
 */
export const applyChanges = async (ports: ApplyPorts, part: Part): Promise<ChangeResult[]> => {
  const progress = await Progress.take(ports.store, part.runId, part.phase, part.project);
  await attempt(ports, part, progress);
  return confirm(ports, part.project, progress);
};

/** What became of changes whose task did not come to its end: what was done is read back, the rest failed. */
export const afterFailure = async (ports: ApplyPorts, part: Part, failure: string): Promise<ChangeResult[]> => {
  const progress = await Progress.take(ports.store, part.runId, part.phase, part.project);
  const done = await confirm(ports, part.project, progress);
  const rest = part.changes.slice(progress.attempts.length);
  return [...done, ...rest.map((change): ChangeResult => ({ ...change, status: 'failed', error: failure }))];
};
