import { holderText } from '../audit/holder-text.ts';
import { isOthers, ownerText, type StoreOwner } from '../audit/store-owner.ts';
import { inWords } from '../model/durations.ts';
import { type FoundMode, mayWrite, modeForbids, modeHolding, unrestrained } from '../model/mode.ts';
import type { Mode } from '../model/model.ts';
import type { Outcome } from '../plan/run-summary.ts';
import { attention, ok, problem, type StatusLine } from './status.ts';

/** The latest run that ended, from its report. */
interface LastRun {
  readonly runId: string;
  readonly outcome: Outcome;
  readonly endedAt: string;
  /** Name and text of the error that ended it; null without one. */
  readonly error: string | null;
  readonly cause: string | null;
  readonly plan: { readonly digest: string; readonly proposal?: { readonly digest: string } } | null;
}

/** What is expected of the last run. */
interface RunExpectation {
  /** Largest age; null while no schedule starts runs. */
  readonly longestMsAgo: number | null;
  /** Whether there should have been a run by now. */
  readonly isDue: boolean;
  /** The remedy if there was no run, or none for too long. */
  readonly remedy: string;
  /** Command that approves the digest behind it. */
  readonly approving: string;
}

const judgeOutcome = ({ outcome, plan, error, cause }: LastRun, says: string, approving: string): StatusLine => {
  switch (outcome) {
    case 'failed': {
      const why = error === null ? 'no error was recorded' : `${error}: ${cause ?? ''}`;
      return problem('last run', `${says}: ${why}`, 'headroom runbook run-failed');
    }
    case 'partial':
      return attention('last run', says, 'see results and unread in its report; the next run retries');
    case 'needs-approval': {
      const digest = plan?.proposal?.digest ?? plan?.digest ?? 'DIGEST';
      return attention('last run', says, `review the plan, then approve it: ${approving} ${digest}`);
    }
    default:
      return ok('last run', says);
  }
};

/** The outcome of the last run, and whether it is too old. */
export const judgeLastRun = (
  run: LastRun | null,
  { longestMsAgo, isDue, remedy, approving }: RunExpectation,
  nowMs: number,
): StatusLine => {
  if (run === null) return (isDue ? problem : attention)('last run', 'no run yet', remedy);
  const endedMsAgo = nowMs - Date.parse(run.endedAt);
  const says = `${run.outcome}, ${inWords(endedMsAgo)} ago (${run.runId})`;
  if (run.outcome !== 'failed' && longestMsAgo !== null && endedMsAgo > longestMsAgo) {
    return problem('last run', `${says}; expected every ${inWords(longestMsAgo)}`, remedy);
  }
  return judgeOutcome(run, says, approving);
};

/** The lease of runs that write. */
export interface LeaseFacts {
  readonly runId: string;
  /** The command or schedule of the run, and its host. */
  readonly holder: string;
  /** Time since the start of the run, in milliseconds; null when unknown. */
  readonly heldForMs: number | null;
  /** Milliseconds until it expires; 0 or less after that. */
  readonly leftMs: number;
  /** Whether it is free while its run asks the platform; absent: no. */
  readonly rests?: boolean;
  /** Whether the run reported its end. */
  readonly reported: boolean;
  /** Whether the holder is a process of this machine that no longer exists. */
  readonly abandoned: boolean;
  /** Whose the store is; absent if that is unknown. */
  readonly owner?: StoreOwner;
}

const judgeHolder = (lease: LeaseFacts): StatusLine => {
  const { runId, heldForMs, leftMs, rests, reported, abandoned } = lease;
  const holder = holderText(lease.holder);
  if (leftMs > 0) {
    const since = heldForMs === null ? '' : ` for ${inWords(heldForMs)}`;
    const says = `held by ${holder} (run ${runId})${since}; expires in ${inWords(leftMs)}`;
    return abandoned
      ? attention('lease', `${says}; its process is gone`, 'headroom apply takes it over')
      : ok('lease', says);
  }
  if (rests && !reported && !abandoned) return ok('lease', `free while ${holder} (run ${runId}) asks the platform`);
  return reported
    ? ok('lease', `free; last held by ${holder}${heldForMs === null ? '' : `, ${inWords(heldForMs)} ago`}`)
    : attention(
        'lease',
        `expired; ${holder} (run ${runId}) did not report its end`,
        'none needed: the next run retries',
      );
};

/**
 * The holder of the lease, whether it still runs, and whose the store is; a null lease was never taken.
 * @param own the organization, and the deployment, that the status is of
 */
export const judgeLease = (lease: LeaseFacts | null, own: StoreOwner = {}): StatusLine => {
  if (lease === null) return ok('lease', 'free; never taken');
  const { owner } = lease;
  const line = judgeHolder(lease);
  const whose = owner === undefined ? '' : ownerText(owner);
  if (owner === undefined || whose === '') return line;
  const says = `${line.says}; store of ${whose}`;
  return isOthers(owner, own)
    ? problem(
        'lease',
        `${says}, not of ${ownerText(own)}`,
        'no run starts: see docs/deploy.md#one-deployment-for-each-organization',
      )
    : { ...line, says };
};

/** The mode of the policy in the store (null without a policy), and the override of the mode in the store. */
export interface ModeFacts {
  readonly policy: Mode | null;
  readonly store: FoundMode;
}

/** The effect of each mode, and how to change it in the policy if it prevents writes. */
const meanings: Readonly<Record<Mode, readonly [says: string, remedy: string]>> = {
  stop: ['stop: no calls, no writes', 'set mode: observe or enforce in the policy'],
  observe: ['observe: plans, no writes', 'set mode: enforce in the policy'],
  enforce: ['enforce: applies plans within the guardrails', ''],
};

/** The effective mode, and its origin. */
export const judgeMode = ({ policy, store }: ModeFacts, isDeployed: boolean): StatusLine => {
  if (store !== null && 'problem' in store) {
    return problem('mode', `stop, because ${store.problem}`, 'set it again: headroom mode enforce, observe or stop');
  }
  if (policy === null && isDeployed) {
    return problem('mode', 'no policy.yaml in the store', 'put a policy document there (docs/deploy.md)');
  }
  const mode = modeHolding(policy ?? unrestrained, store);
  // Without a document in the store, --policy of each command decides, and the override limits it.
  const [says, remedy] = meanings[mode];
  if (!mayWrite(mode) && mode !== policy) {
    return attention('mode', `${says}. ${modeForbids(store)}`, 'headroom mode enforce');
  }
  if (policy === null) {
    return attention('mode', 'no policy.yaml in the store', "put one there, or each command's --policy decides");
  }
  return mayWrite(mode) ? ok('mode', says) : attention('mode', says, remedy);
};
