import type { AuditLink } from '../../core/audit/audit.ts';
import { countByStatus } from '../../core/change/change.ts';
import { byNewest, numbersOf, type RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from './in-batches.ts';
import { keys } from './keys.ts';
import { readIfWhole, writeObject } from './objects.ts';
import type { ReportObject, RunObject } from './run-objects.ts';

const begun = ({ runId, startedAt, trigger, mode, codeVersion, undo }: RunObject): RunSummary => ({
  runId,
  startedAt,
  endedAt: null,
  outcome: null,
  trigger,
  mode,
  codeVersion,
  undo: undo ?? null,
  digest: null,
  plan: null,
  results: countByStatus([]),
  findings: 0,
  unread: 0,
  error: null,
});

/** What a summary says of a run besides its report. */
type Described = Pick<RunObject, 'trigger'> & Partial<Pick<RunObject, 'mode' | 'undo'>>;

const ended = (run: Described | undefined, report: ReportObject, audit?: AuditLink): RunSummary => {
  const { runId, codeVersion, endedAt, outcome, plan, results, unread, error, cause } = report;
  return {
    runId,
    startedAt: report.startedAt ?? endedAt,
    endedAt,
    outcome,
    trigger: run?.trigger ?? null,
    mode: run?.mode ?? null,
    codeVersion,
    ...(report.part && { part: report.part }),
    undo: run?.undo ?? null,
    digest: plan?.digest ?? null,
    plan: plan && numbersOf(plan.summary),
    results: countByStatus(results),
    findings: plan?.findings.length ?? 0,
    unread: unread.length,
    error: error === null ? null : `${error}: ${cause ?? ''}`,
    ...(report.unpublished !== undefined && { unpublished: report.unpublished }),
    ...(audit && { audit }),
  };
};

const write = (store: Store, summary: RunSummary): Promise<void> =>
  writeObject(store, keys.runSummary(summary.startedAt, summary.runId), summary);

/** Stores the start of a run, so that an interrupted run is listed too. */
export const noteRunBegun = (store: Store, run: RunObject): Promise<void> => write(store, begun(run));

/**
 * Stores the outcome of a run, with the end of the audit at that time.
 * @param run undefined if it failed before it had begun; who requested it may be known all the same
 */
export const noteRunEnded = async (
  store: Store,
  run: Described | undefined,
  report: ReportObject,
  audit?: AuditLink,
): Promise<void> => {
  const described = run ?? (await readIfWhole<Described>(store, keys.requested(report.runId)));
  await write(store, ended(described, report, audit));
};

/** The latest runs, newest first, and the keys of unreadable ones. */
interface ListedRuns {
  readonly runs: readonly RunSummary[];
  readonly unreadable: readonly string[];
}

const readAll = async (
  wanted: readonly string[],
  read: (key: string) => Promise<RunSummary | undefined>,
): Promise<ListedRuns> => {
  const runs = new Map<string, RunSummary>();
  const unreadable: string[] = [];
  await inBatches(wanted, async (key) => {
    const run = await read(key).catch(() => undefined);
    if (run === undefined) unreadable.push(key);
    else runs.set(run.runId, run);
  });
  return { runs: [...runs.values()], unreadable };
};

/** The latest runs: one listing and one small object per run. */
export const listRuns = async (store: Store, last: number): Promise<ListedRuns> => createRunList(store, last)();

/** Ended runs whose summaries are read again, because a run that fails at its very end is written twice. */
const rewritten = 3;

/** Lists the latest runs again and again. A run that has ended is read once. */
export const createRunList = (store: Store, last: number): (() => Promise<ListedRuns>) => {
  const ended = new Map<string, RunSummary>();
  return async () => {
    const latest = (await store.list(keys.runSummaries)).toReversed().slice(0, last);
    const { runs, unreadable } = await readAll(latest, async (key) => {
      const run = ended.get(key) ?? (await readIfWhole<RunSummary>(store, key));
      if (run !== undefined && run.endedAt !== null && !latest.slice(0, rewritten).includes(key)) ended.set(key, run);
      return run;
    });
    for (const key of ended.keys()) if (!latest.includes(key)) ended.delete(key);
    return { runs: runs.toSorted(byNewest), unreadable: unreadable.toSorted() };
  };
};
