import { type FoundMode, mayWrite, modeForbids, modeHolding, unrestrained } from '../model/mode.ts';
import type { Mode } from '../model/model.ts';
import type { Outcome } from '../plan/outcome.ts';
import { attention, inWords, ok, problem, type StatusLine } from './status.ts';

/** The run that ended last. */
export interface RunFacts {
  readonly runId: string;
  readonly outcome: Outcome;
  readonly endedMsAgo: number;
  /** What ended it, when it failed. */
  readonly error: string | null;
  readonly digest: string | null;
}

/** What the age of the last run is held against: null where nothing is to start one. */
export interface RunExpectation {
  readonly longestMsAgo: number | null;
  /** What to do when there is none, or none for too long. */
  readonly remedy: string;
}

const judgeOutcome = ({ outcome, digest, error }: RunFacts, says: string): StatusLine => {
  switch (outcome) {
    case 'failed':
      return problem('last run', `${says}: ${error ?? 'no error was told'}`, 'see docs/runbook.md#run-failed');
    case 'partial':
      return attention('last run', says, 'see its report: results and unread; the next run takes up what is left');
    case 'needs-approval':
      return attention('last run', says, `look at the plan, then approve exactly it: digest ${digest ?? 'unknown'}`);
    default:
      return ok('last run', says);
  }
};

/** How the last run ended, and whether that is too long ago. */
export const judgeLastRun = (run: RunFacts | null, { longestMsAgo, remedy }: RunExpectation): StatusLine => {
  if (run === null) {
    return longestMsAgo === null
      ? attention('last run', 'there was none yet', remedy)
      : problem('last run', 'there was none yet', remedy);
  }
  const says = `${run.outcome}, ${inWords(run.endedMsAgo)} ago (${run.runId})`;
  if (run.outcome !== 'failed' && longestMsAgo !== null && run.endedMsAgo > longestMsAgo) {
    return problem('last run', `${says}; one is due every ${inWords(longestMsAgo)}`, remedy);
  }
  return judgeOutcome(run, says);
};

/** The lease of runs that write; null when nobody ever took it. */
export interface LeaseFacts {
  readonly runId: string;
  /** Who runs, in words. */
  readonly holder: string;
  /** Since when, in milliseconds; null when that is not known. */
  readonly heldForMs: number | null;
  /** Until it expires; not above 0 when it is over. */
  readonly leftMs: number;
  /** Whether the run came to an end that it could report. */
  readonly reported: boolean;
  /** Whether the holder is a process of this machine that is no more. */
  readonly abandoned: boolean;
}

/** Who holds the lease, and whether the holder is still there. */
export const judgeLease = (lease: LeaseFacts | null): StatusLine => {
  if (lease === null) return ok('lease', 'free; no run ever took it');
  const { runId, holder, heldForMs, leftMs, reported, abandoned } = lease;
  const whose = `run ${runId} (${holder})`;
  if (leftMs > 0) {
    const since = heldForMs === null ? '' : ` for ${inWords(heldForMs)}`;
    const says = `held by ${whose}${since}; expires in ${inWords(leftMs)}`;
    return abandoned
      ? attention('lease', `${says}; its process is gone`, 'headroom apply takes it over by itself')
      : ok('lease', says);
  }
  return reported
    ? ok('lease', `free; last held by ${whose}`)
    : attention('lease', `expired; ${whose} never told how it ended`, 'nothing: the next run takes up what is left');
};

/** The mode of the policy in the store, null when there is none, and the one that was set beside it. */
export interface ModeFacts {
  readonly policy: Mode | null;
  readonly store: FoundMode;
}

/** What each mode comes to, and, where it writes nothing, what ends it where the policy says it. */
const meanings: Readonly<Record<Mode, readonly [says: string, remedy: string]>> = {
  stop: ['stop: no call is made and nothing is written', 'mode: observe or enforce ends that'],
  observe: ['observe: plans are made and nothing is written', 'mode: enforce in the policy applies'],
  enforce: ['enforce: plans are applied within the guardrails', ''],
};

/** The mode that holds, and who set it. */
export const judgeMode = ({ policy, store }: ModeFacts, isDeployed: boolean): StatusLine => {
  if (store !== null && 'problem' in store) {
    return problem('mode', `stop, because ${store.problem}`, 'headroom mode enforce, observe or stop sets it anew');
  }
  if (policy === null && isDeployed) {
    return problem('mode', 'the store holds no policy.yaml', 'put a policy document there (docs/deploy.md)');
  }
  const mode = modeHolding(policy ?? unrestrained, store);
  // Where no document is in the store, the one that is given to each command lets through no more than this.
  const [says, remedy] = meanings[mode];
  if (!mayWrite(mode) && mode !== policy) {
    return attention('mode', `${says}. ${modeForbids(store)}`, 'headroom mode enforce');
  }
  if (policy === null) {
    return attention('mode', 'the store holds no policy.yaml', 'put one there, or give --policy to each command');
  }
  return mayWrite(mode) ? ok('mode', says) : attention('mode', says, remedy);
};
