import { onLambda } from '../lib/aws/handler.ts';
import { LeaseHeld, LeaseLost, StoreDamaged, StoreOwned } from '../lib/contract/errors.ts';
import { causeText } from '../lib/contract/failure.ts';
import { isRefusal } from '../lib/contract/refusals.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { AuditLink } from '../lib/core/audit/audit.ts';
import { type ChangeResult, resultsOf } from '../lib/core/change/change.ts';
import { notResolved } from '../lib/core/disk/not-resolved.ts';
import type { Finding } from '../lib/core/model/decision.ts';
import { isoInstant } from '../lib/core/model/durations.ts';
import { byText, groupBy } from '../lib/core/model/grouping.ts';
import type { UnreadProject } from '../lib/core/model/model.ts';
import { type Coverage, coverageOf } from '../lib/core/notices/coverage.ts';
import { emptyFindingLog, type FindingLog } from '../lib/core/notices/finding-log.ts';
import { appliesPolicy } from '../lib/core/plan/plan-input.ts';
import type { Plan } from '../lib/core/plan/plan-result.ts';
import { outcomeOf } from '../lib/core/plan/run-summary.ts';
import type { ReportPorts, Store, StorePorts } from '../lib/ports.ts';
import { hadLease, releaseLease, takeLease } from '../lib/run/apply/lease.ts';
import { isUnsealed, sealRun } from '../lib/run/audit/log.ts';
import { auditEnd } from '../lib/run/audit/reading.ts';
import { noteWanted } from '../lib/run/intake/wanted.ts';
import { readReadings } from '../lib/run/inventory/run-readings.ts';
import { publishEnd } from '../lib/run/publish/end-events.ts';
import { noteMoneyOfDay, partlyCheckedIn } from '../lib/run/publish/money-of-day.ts';
import { type EndedRun, noteFindings } from '../lib/run/publish/notices.ts';
import { nameLatest, readReport, writeReport } from '../lib/run/publish/reports.ts';
import { inBatches } from '../lib/run/store/in-batches.ts';
import { keys } from '../lib/run/store/keys.ts';
import { type OnAside, openSections, readObject, writeObject } from '../lib/run/store/objects.ts';
import type { EndList, ReportObject, RunObject } from '../lib/run/store/run-objects.ts';
import { noteRunEnded } from '../lib/run/store/run-summaries.ts';

/** Stores the projects that were read at least once; projects that are no longer listed are dropped. */
const rememberProjectsRead = async (
  store: Store,
  { run, report: { coverage }, readBefore }: EndedRun,
): Promise<void> => {
  if (run === undefined || coverage === undefined) return;
  const never = new Set(coverage.neverRead);
  const everRead = run.listed.filter((name) => !never.has(name));
  if (JSON.stringify(readBefore) !== JSON.stringify(everRead)) await writeObject(store, keys.projectsRead, everRead);
};

const leaseHeld = new LeaseHeld().name;

type Failure = TaskInput<'report'>['failure'];

/** Results of the run in the order of the plan. */
const collectResults = async (store: Store, runId: string, plan: Plan | null): Promise<ChangeResult[]> => {
  const parts = groupBy(plan?.changes ?? [], ({ phase, project }) => keys.results(runId, phase, project));
  const results = await inBatches([...parts], async ([key, changes]) =>
    resultsOf(changes, (await readObject<EndList>(store, key)) ?? []),
  );
  return results.flat();
};

const collectUnread = async (store: Store, run: RunObject | undefined): Promise<UnreadProject[]> => {
  if (run === undefined) return [];
  const { unread } = await readReadings(store, run.runId);
  return [...unread.values()].sort((a, b) => byText(a.project, b.project));
};

/** Coverage of the organization; undefined if the run ended before it listed the projects. */
const cover = (
  run: RunObject | undefined,
  { plan, results, unread }: Pick<ReportObject, 'plan' | 'results' | 'unread'>,
  readBefore: readonly string[],
): Coverage | undefined => {
  if (run === undefined || run.listed.length === 0) return undefined;
  const unreadable = new Set(unread.map(({ project }) => project));
  // Without a plan no project counts as read.
  const now = plan === null ? [] : run.projects.map(({ name }) => name).filter((name) => !unreadable.has(name));
  const everRead = new Set([...readBefore, ...now]);
  return coverageOf({ listed: run.listed, everRead, unread, results, decisions: plan?.decisions ?? [] });
};

/** Whether the next run does the work of this one, which waited for the lease in vain. A person must know that nothing happened. */
const isLeftToNext = (run: RunObject | undefined, failure: Failure): run is RunObject =>
  failure?.Error === leaseHeld && run !== undefined && run.trigger.kind !== 'manual';

/** Leaves the projects that events named to the next run. */
const handOn = async (ports: StorePorts, run: RunObject | undefined, failure: Failure): Promise<void> => {
  if (isLeftToNext(run, failure)) await noteWanted(ports, run.asked ?? []);
};

const compose = async (
  { store, clock }: StorePorts,
  runId: string,
  run: RunObject | undefined,
  failure: Failure,
): Promise<EndedRun> => {
  const plan = (await readObject<Plan>(store, keys.plan(runId))) ?? null;
  const results = await collectResults(store, runId, plan);
  const unread = await collectUnread(store, run);
  const besides: Finding[] = [
    ...(plan === null ? [] : notResolved(plan, results)),
    ...(await partlyCheckedIn(store, runId, plan)),
  ];
  // Several sections may be of one damaged object.
  const onAside: OnAside = (finding) => {
    if (besides.every(({ subject }) => subject !== finding.subject)) besides.push(finding);
  };
  const reported = await openSections(store, keys.reported, onAside);
  const log = (await reported<FindingLog>('findingLog')) ?? emptyFindingLog;
  const readBefore = (await reported<readonly string[]>('projectsRead')) ?? [];
  const coverage = cover(run, { plan, results, unread }, readBefore);
  const facts = { mode: run?.mode ?? 'stop', plan, results, unread: unread.length };
  const report: ReportObject = {
    runId,
    codeVersion: run?.codeVersion,
    startedAt: run?.startedAt ?? null,
    endedAt: isoInstant(clock.now()),
    outcome: outcomeOf({
      ...facts,
      failed: failure !== undefined,
      refused: failure !== undefined && isRefusal(failure.Error),
      coalesced: isLeftToNext(run, failure),
      readOnly: run?.readOnly,
    }),
    error: failure?.Error ?? null,
    cause: failure === undefined ? null : causeText(failure.Cause),
    plan: plan && { ...plan, findings: [...plan.findings, ...besides] },
    results,
    unread,
    coverage,
    ...(isPart(run) && { part: true as const }),
  };
  return { run, report, besides, log, readBefore };
};

/** Whether a run applied the policy to some projects of the organization. */
const isPart = (run: RunObject | undefined): boolean =>
  run !== undefined && run.asked !== null && run.asked.length < run.listed.length && appliesPolicy(run);

const outputOf = ({ runId, outcome, error, cause }: ReportObject, unpublished = 0): TaskOutput<'report'> => ({
  runId,
  outcome,
  Error: error ?? '',
  Cause: cause ?? '',
  ...(unpublished > 0 && { unpublished }),
});

/**
 * Whether the run may update the records that outlive runs. A run that failed before it planned takes the lease for that if
 * it is free, so that people hear of the failure.
 */
const mayRemember = async (
  ports: StorePorts & Pick<ReportPorts, 'stack'>,
  runId: string,
  run: RunObject | undefined,
  failure: Failure,
): Promise<boolean> => {
  const had = await hadLease(ports, runId);
  if (had || failure === undefined || isRefusal(failure.Error) || run?.readOnly) return had;
  try {
    await takeLease(ports, runId, run?.trigger.by ?? 'report', { stack: ports.stack });
    return true;
  } catch (error) {
    if ([LeaseHeld, LeaseLost, StoreOwned].some((kind) => error instanceof kind)) return false;
    // The lease itself is damaged, or a dead run cannot be sealed.
    if (error instanceof StoreDamaged) return hadLease(ports, runId);
    throw error;
  }
};

/** Updates the records that outlive runs. Only a run with the lease may, because runs with a lease never overlap. */
const remember = async (ports: ReportPorts, ended: EndedRun): Promise<void> => {
  await rememberProjectsRead(ports.store, ended);
  const { platform, stack } = ports;
  await noteFindings(ports, { organization: platform.organization, stack }, ended);
  await noteMoneyOfDay(ports.store, ended);
};

/** Releases the lease and seals the writes of the run. @returns whether the audit may have them only since then */
const endWriting = async (ports: StorePorts, runId: string, plan: Plan | null): Promise<boolean> => {
  await releaseLease(ports, runId);
  // Without the lease the run starts no further write, so its list of writes is final.
  const isUnsealedRun = async () => plan === null && (await isUnsealed(ports.store, runId));
  const seals = plan?.verdict === 'apply' || (await isUnsealedRun());
  if (seals) await sealRun(ports, runId);
  return seals;
};

/** Stores the outcome of a run in the list of runs, with the end of the audit, which it returns. */
const noteEnd = async (store: Store, { run, report: result }: EndedRun): Promise<AuditLink | undefined> => {
  const end = await auditEnd(store);
  await noteRunEnded(store, run, result, end);
  return end;
};

/**
 * Ends a run: composes and stores the report, and in any case releases the lease and seals the run's writes in the audit.
 * Only then it publishes events, so that the bus is in the way of no run. A repeated report is the same. A separate call
 * reports a run that ended without its last state; if the run had reported itself, that call only handles lease and seal.
 * Runs with the lease note each finding once when it opens and once when it ends.
 */
export const report =
  (ports: ReportPorts) =>
  async ({ runId, failure, unlessReported }: TaskInput<'report'>): Promise<TaskOutput<'report'>> => {
    let plan: Plan | null = null;
    let ended: EndedRun;
    let end: AuditLink | undefined;
    let isSealedNow = false;
    try {
      const earlier = unlessReported ? await readReport(ports.store, runId) : undefined;
      plan = earlier?.plan ?? null;
      if (earlier !== undefined) return outputOf(earlier);
      const run = await readObject<RunObject>(ports.store, keys.run(runId));
      const remembers = await mayRemember(ports, runId, run, failure);
      ended = await compose(ports, runId, run, failure);
      const { report: result } = ended;
      plan = result.plan;
      await writeReport(ports.store, result, ended.besides);
      end = await noteEnd(ports.store, ended);
      // A run without the lease, or a refused one, has no information about the organization.
      if (failure === undefined || !isRefusal(failure.Error)) await nameLatest(ports.store, result);
      if (remembers) await remember(ports, ended);
      await handOn(ports, run, failure);
    } finally {
      isSealedNow = await endWriting(ports, runId, plan);
    }
    if (isSealedNow) end = await noteEnd(ports.store, ended);
    const unpublished = await publishEnd(ports, ended, end);
    return outputOf(ended.report, unpublished);
  };

export const handler = onLambda(tasks.report, report);
