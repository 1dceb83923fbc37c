import { dayMs } from '../core/model/durations.ts';
import type { Plan } from '../core/plan/plan-result.ts';
import type { RunSummary } from '../core/plan/run-summary.ts';
import type { WaitingPlan } from '../core/twin/life.ts';
import type { Store } from '../ports.ts';
import { releaseLease } from '../run/apply/lease.ts';
import { keys } from '../run/store/keys.ts';
import { readIfWhole } from '../run/store/objects.ts';
import type { Lease, RunObject, StoredReport } from '../run/store/run-objects.ts';
import { Killed } from './engine/process.ts';
import { type LivedPasses, runIdOf } from './passes/lived-passes.ts';
import type { Twin } from './twin.ts';

const noCounts = { passes: 0, leftOut: 0, writes: 0, calls: 0, notices: 0, failedRuns: 0, approvals: 0, daysWaited: 0 };

/** The runs of a life, and what they said. */
export interface TwinPasses extends LivedPasses {
  readonly counts: Readonly<typeof noCounts>;
  /** Counts a pass that was left out, because it would have been like the last one. */
  readonly leaveOut: () => void;
  /** Id of the last run. */
  readonly lastRun: () => string;
  /** How the last run ended. */
  readonly lastOutcome: () => string;
  /** The plan that waits for an approval; null if none does. */
  readonly waiting: () => WaitingPlan | null;
  /** Approves the waiting plan once it has waited long enough. @returns whether a run came of it */
  readonly approveIfDue: () => Promise<boolean>;
  /** The plan of the last run; undefined if it made none. */
  readonly plan: () => Plan | undefined;
  /** Ends the wait of a plan that still waits, for the sum of the days. */
  readonly end: () => void;
}

/** Runs whose objects stay in the store: a deployment removes old ones by a rule of its bucket. */
const keptRuns = 3;

/** How often a person approves in a row. */
const mostTries = 3;

const forget = async (store: Store, runId: string): Promise<void> => {
  for (const key of await store.list(keys.runFolder(runId))) await store.delete(key);
};

/** The summary says it in a hundredth of the report. A run that failed before it began has none where it is looked for. */
const reportedOutcome = async (store: Store, runId: string): Promise<string> => {
  const run = await readIfWhole<RunObject>(store, keys.run(runId));
  const summary = run && (await readIfWhole<RunSummary>(store, keys.runSummary(run.startedAt, runId)));
  if (summary?.outcome != null) return summary.outcome;
  return (await readIfWhole<StoredReport>(store, keys.report(runId)))?.outcome ?? 'failed';
};

/** @param approveAfterMs how long a plan waits for an approval; null: for ever */
export const createTwinPasses = (twin: Twin, approveAfterMs: number | null): TwinPasses => {
  const { time, store, deployment, platform, startMs } = twin;
  const counts = { ...noCounts };
  let lastOutcome = 'nothing';
  /** Lists that the last pass read: a pass over the same organization has no other question. */
  let lastLists = 0;
  let plan: Plan | undefined;
  /** Digest of the plan that waits, and since when plans have waited without a break. */
  let waiting: { readonly digest: string; readonly sinceMs: number; readonly plan: WaitingPlan } | undefined;

  const end = () => {
    if (waiting !== undefined) counts.daysWaited += (time.now() - waiting.sinceMs) / dayMs;
    waiting = undefined;
  };

  const noteWaiting = (digest: string, reasons: readonly string[]) => {
    const sinceMs = waiting?.sinceMs ?? time.now();
    const { changes } = plan?.approval?.rest ?? plan ?? { changes: [] };
    const services = new Set(changes.map((change) => `${change.project}/${change.service}`)).size;
    waiting = { digest, sinceMs, plan: { sinceDay: (sinceMs - startMs) / dayMs, services, reasons } };
  };

  /** What the events of a run said. */
  const note = () => {
    const events = twin.takeEvents();
    counts.notices += events.filter(({ type }) => type === 'Notice').length;
    const asked = events.findLast(({ type }) => type === 'PlanNeedsApproval');
    if (asked?.type === 'PlanNeedsApproval') noteWaiting(asked.detail.digest, asked.detail.reasons);
    else end();
  };

  const outcomeOf = async (runId: string, input: unknown): Promise<string> => {
    const error = await deployment.run(runId, input).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    plan = await readIfWhole<Plan>(store, keys.plan(runId));
    if (!(error instanceof Killed)) return reportedOutcome(store, runId);
    const lease = await readIfWhole<Lease>(store, keys.lease);
    if (lease !== undefined) await releaseLease({ store, clock: time }, lease.runId);
    return 'failed';
  };

  const pass = async (input: unknown): Promise<string> => {
    counts.passes += 1;
    const [before, { asked }] = [platform.requests(), twin.questions()];
    lastOutcome = await time.until(outcomeOf(runIdOf(counts.passes), input));
    const after = platform.requests();
    const calls = after.reads + after.writes - before.reads - before.writes;
    lastLists = calls - (twin.questions().asked - asked);
    counts.writes += after.writes - before.writes;
    counts.calls += calls;
    if (lastOutcome === 'failed') counts.failedRuns += 1;
    note();
    await forget(store, runIdOf(counts.passes - keptRuns));
    return lastOutcome;
  };

  /** A plan that expired meanwhile, or that has moved, is shown anew, and the person approves that one at once. */
  const approve = async (): Promise<void> => {
    for (let tries = 0; tries < mostTries && waiting !== undefined; tries += 1) {
      const { digest } = waiting;
      end();
      await pass({ trigger: { kind: 'manual', by: 'headroom apply --approve' }, approvedDigest: digest });
      if (lastOutcome === 'refused') await pass({ trigger: { kind: 'manual', by: 'headroom apply' } });
    }
  };

  return {
    counts,
    pass,
    leaveOut: () => {
      counts.leftOut += 1;
      counts.calls += lastLists;
    },
    lastRun: () => runIdOf(counts.passes),
    lastOutcome: () => lastOutcome,
    waiting: () => waiting?.plan ?? null,
    plan: () => plan,
    end,
    approveIfDue: async () => {
      if (waiting === undefined || approveAfterMs === null || time.now() - waiting.sinceMs < approveAfterMs)
        return false;
      counts.approvals += 1;
      await approve();
      return true;
    },
  };
};
