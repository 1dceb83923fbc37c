import { needHistories } from '../../core/budget/basis.ts';
import { adoptedByProjectAfter } from '../../core/change/adopted-endpoint.ts';
import type { PooledBands } from '../../core/forecast/forecasts.ts';
import type { ProjectHistory } from '../../core/forecast/project-history.ts';
import { freezeAt } from '../../core/model/freeze.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { UnreadProject } from '../../core/model/model.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { atMostOnce } from '../../core/model/remembering.ts';
import { type Lookup, lookupText } from '../../core/plan/lookups.ts';
import { makePlan } from '../../core/plan/plan.ts';
import { appliesPolicy, type PlanInput } from '../../core/plan/plan-input.ts';
import { snapshotsAfter } from '../../core/service/snapshots-after.ts';
import type { Undo } from '../../core/undo/undo.ts';
import { lastingOptions, restartingOptions } from '../../documents/marked-options.ts';
import type { DecisionPorts, ProjectEvent, Store, StorePorts } from '../../ports.ts';
import { undoneWrites } from '../audit/undone-writes.ts';
import { lastBands } from '../inventory/index-of-readings.ts';
import { type DoneLookups, eventLogs } from '../lookup/run-lookups.ts';
import { type LookupReader, openLookupReader } from '../lookup/stored-lookups.ts';
import { readGrants } from '../policy/grants.ts';
import { damageFindings } from '../store/objects.ts';
import type { RunObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';
import { agesOf } from './ages.ts';
import { forecastServices, fullLookups, mostMeasured, type RunForecast } from './forecast.ts';
import { readProjects } from './read-projects.ts';
import { type Planned, withLookups } from './with-lookups.ts';

/** Logs to read per plan: each is a call, and only provides the actor's name for a finding. */
const logsAtMost = 20;

/**
 * Event logs of projects, newest first, as far as the run has read them, and the lookups for the others. If a log
 * cannot be read, findings omit the actor; nothing else depends on it.
 */
const eventLogsOf = async (store: Store, projects: readonly string[], done: DoneLookups) => {
  const events = new Map<string, readonly ProjectEvent[]>();
  const lookups: Lookup[] = [];
  const logs = projects.length === 0 ? {} : await eventLogs(store, done.runId);
  for (const project of projects.slice(0, logsAtMost)) {
    const lookup: Lookup = { kind: 'events', project };
    if (!done.has(lookup)) lookups.push(lookup);
    const log = Object.hasOwn(logs, project) ? logs[project] : undefined;
    if (log !== undefined) events.set(project, log);
  }
  return { events, lookups };
};

/** Input of a run's plan, except for forecasts and answers of the platform. */
export type PlanFacts = Omit<
  PlanInput,
  'policy' | 'forecasts' | 'planDiskMb' | 'planCapMb' | 'planStepMb' | 'unreadPlans' | 'prices'
> & {
  /** Whether it measures the disks that are due. Runs of events are in a hurry, and read-only runs leave it to others. */
  readonly measuresDue: boolean;
  /** Disks to measure at most. */
  readonly mostMeasured: number;
  /** Whether it may measure disks that are nearly full, whose budget has no money left, or whose storage may be reclaimed. */
  readonly measures: boolean;
  /** Histories of all projects that the plan knows. */
  readonly growth: ReadonlyMap<string, ProjectHistory>;
  /** Projects that the run read and another run changes since; they count as unread, and no reason is recorded yet. */
  readonly changed: readonly UnreadProject[];
};

/** A plan gets the histories only if a budget depends on them. */
const storedSizes = ({ budgets }: Policy, { growth }: PlanFacts): Pick<PlanInput, 'histories'> =>
  needHistories(budgets) ? { histories: growth } : {};

/** Forecasts of every disk, also of projects that this run could not read: a full disk is reported whatever the policy is. */
const forecastFor = async (
  ports: StorePorts,
  { snapshots, remembered = [], measuresDue, mostMeasured: most, isWhole, growth }: PlanFacts,
  done: DoneLookups,
  reader: LookupReader,
): Promise<RunForecast> => {
  // A run for some projects must not decide otherwise than the one of all, because it knows fewer past errors.
  const bands = isWhole ? undefined : await lastBands(ports.store);
  return forecastServices(ports, [...snapshots, ...remembered], { asks: measuresDue, bands, most }, done, {
    growth,
    answers: reader,
  });
};

/** The undo of a run. Under stop the run reads nothing, so it cannot compare the current state. */
const undoOf = async (ports: StorePorts, { undo, undoPart, mode }: RunObject): Promise<Undo | undefined> =>
  undo === undefined || !mayLook(mode)
    ? undefined
    : { runId: undo, records: await undoneWrites(ports, undo, undoPart) };

/** What a plan depends on besides the projects. */
const runFacts = async (ports: DecisionPorts, run: RunObject) => ({
  today: run.startedAt.slice(0, 10),
  isWhole: run.listed.length > 0 && run.projects.length === run.listed.length,
  measuresDue: run.trigger.kind !== 'event' && !run.readOnly && appliesPolicy(run),
  mostMeasured: run.measures ?? mostMeasured,
  // What may be reclaimed depends on measurements of today, also in a look.
  measures: run.reclaim !== undefined || (!run.readOnly && appliesPolicy(run)),
  now: run.startedAt,
  freeze: freezeAt(run.freeze, Date.parse(run.startedAt)) ?? undefined,
  ...(run.duringFreeze !== undefined && { duringFreeze: run.only ?? run.grow }),
  hash: sha256,
  maximumKind: ports.platform.maximumKind,
  restartingOptions,
  lastingOptions,
  undo: await undoOf(ports, run),
  adopt: run.adopt,
  reclaim: run.reclaim,
  grow: run.grow,
  only: run.only,
  grants: await readGrants(ports.store),
});

/** Reads the results of a run's survey. */
export const readPlanFacts = async (ports: DecisionPorts, run: RunObject): Promise<PlanFacts> => {
  const { notListed, ...read } = await readProjects(ports, run);
  const { readings, notes } = agesOf(run, read);
  return { ...(await runFacts(ports, run)), ...read, readings, notes: [...notes, ...notListed] };
};

/**
 * Changes that the next run would make again to services that an undo changes. It ignores freezes, because they only
 * delay changes.
 */
const redoneAfter = async ({ input, finish }: Planned, done: DoneLookups, reader: LookupReader) => {
  const { changes } = (await finish()).plan;
  const undone = new Set(changes.map(serviceKey));
  const snapshots = snapshotsAfter(input.snapshots, changes);
  const adopted = adoptedByProjectAfter(input.adopted, changes);
  const then = { ...input, snapshots, adopted, undo: undefined, lastApplied: undefined, freeze: undefined };
  const next = await withLookups(then, done, reader);
  const changesThen = next.isWhole ? (await next.finish()).plan.changes : [];
  const redone = changesThen.filter((change) => undone.has(serviceKey(change)));
  return { redone, lookups: next.lookups };
};

/** A plan, what it was made of, and the lookups without whose answers it is not whole. */
interface Decided extends Pick<Planned, 'input' | 'lookups' | 'finish'> {
  /** Of the forecasts of the whole organization; absent for a part of it, and without forecasts. */
  readonly bands?: PooledBands;
}

/** Adds facts that matter only in a whole plan: the authors of manual changes, or what follows an undo. */
const completed = async (
  ports: StorePorts,
  planned: Planned,
  done: DoneLookups,
  reader: LookupReader,
): Promise<Decided> => {
  const { input, drifted } = planned;
  if (input.undo !== undefined) {
    const { redone, lookups } = await redoneAfter(planned, done, reader);
    const result = await planned.finish();
    return { input, finish: async () => ({ ...result, plan: { ...result.plan, redone } }), lookups };
  }
  if (drifted.length === 0) return { input, finish: planned.finish, lookups: [] };
  const { events, lookups } = await eventLogsOf(ports.store, drifted, done);
  const withEvents = { ...input, events };
  return { input: withEvents, finish: atMostOnce(async () => makePlan(withEvents)), lookups };
};

/** Each lookup once. */
const distinct = (lookups: readonly Lookup[]): Lookup[] => [
  ...new Map(lookups.map((lookup) => [lookupText(lookup), lookup])).values(),
];

/**
 * Plans with what the store knows, and names what it does not: plan sizes, prices, the usage of disks near their maximum or
 * without budget, and the event logs of projects with drift. The plan is whole once no lookup is open. A plan of an undo
 * also lists the changes that the next run would make again.
 */
export const decide = async (
  ports: StorePorts,
  policy: Policy,
  seen: PlanFacts,
  done: DoneLookups,
): Promise<Decided> => {
  const reader = openLookupReader(ports);
  const forecast = await forecastFor(ports, seen, done, reader);
  const sizes = storedSizes(policy, seen);
  // After all stored records were read, so that this run already reports damaged ones.
  const notes = [...(seen.notes ?? []), ...(await damageFindings(ports.store))];
  const base = { ...seen, policy, notes, forecasts: forecast.forecasts, ...sizes };
  await ports.nextTurn?.();
  const planned = await withLookups(base, done, reader, ports.nextTurn);
  const { input, finish, starved, toMeasure } = planned;
  const lookups = [...forecast.lookups, ...planned.lookups];
  if (!planned.isWhole) return { input, finish, lookups: distinct(lookups) };
  if (seen.measures) {
    lookups.push(...fullLookups(forecast, [...toMeasure, ...starved], done, seen.mostMeasured));
  }
  const decided = await completed(ports, planned, done, reader);
  const bands = seen.isWhole ? forecast.forecasts.bands : undefined;
  return { ...decided, lookups: distinct([...lookups, ...decided.lookups]), bands };
};
