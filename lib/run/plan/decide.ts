import { dailyPass } from '../../contract/run-request.ts';
import { adoptedAfter } from '../../core/adoption/adopted-after.ts';
import type { Change } from '../../core/change/change.ts';
import { planReadings, readingsOld } from '../../core/inventory/readings.ts';
import type { AdoptedEndpoint } from '../../core/model/adopted.ts';
import { type Freeze, freezeAt } from '../../core/model/freeze.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { makePlan, type PlanInput, type PlanResult } from '../../core/plan/plan.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Undo } from '../../core/plan/undo.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import { snapshotsAfter } from '../../core/service/snapshots-after.ts';
import { lastingOptions, restartingOptions } from '../../documents/marked-options.ts';
import type { PlatformPorts, Store } from '../../ports.ts';
import { readAdopted, readApplied } from '../apply/adopted.ts';
import { undoneRecords } from '../audit/undone-records.ts';
import { readGrants } from '../policy/grants.ts';
import { damageFindings } from '../store/damage.ts';
import { isFirstRun } from '../store/enforcement.ts';
import { readHistories } from '../store/histories.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { needObject } from '../store/objects.ts';
import type { RunFreeze, RunObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';
import { readEventLogs } from './event-logs.ts';
import { forecastServices, forecastStarved, type RunForecast } from './forecast.ts';
import { planDisks } from './plan-disks.ts';
import { platformPrices } from './prices.ts';
import { projectReader, readBeside } from './snapshots.ts';

/** Input of a run's plan, except for facts that planning requests on demand. */
export type PlanFacts = Omit<
  PlanInput,
  'policy' | 'forecasts' | 'planDiskMb' | 'planCapMb' | 'unreadPlans' | 'prices'
> & {
  /** The one run of the day that may request data for forecasts. */
  readonly isDaily: boolean;
  /** Whether it may measure disks whose budget has no money left. */
  readonly measuresStarved: boolean;
  /** Projects that the run read and another run changes since; they count as unread, and no reason is recorded yet. */
  readonly changed: readonly UnreadProject[];
};

/** Projects as the plan of a run sees them. */
const readProjects = async (ports: PlatformPorts, run: RunObject) => {
  const read = await projectReader(ports, ports.platform.organization, run);
  const snapshots: Snapshot[] = [];
  const remembered: RememberedProject[] = [];
  const unread: UnreadProject[] = [];
  const changed: UnreadProject[] = [];
  const lastApplied = new Map<string, readonly LastApplied[]>();
  const adopted = new Map<string, readonly AdoptedEndpoint[]>();
  await inBatches(run.projects, async (project) => {
    const known = await read(project);
    if (known.snapshot !== undefined) snapshots.push(known.snapshot);
    if (known.unread !== undefined) unread.push(known.unread);
    if (known.unread !== undefined && known.isChanged) changed.push(known.unread);
    if (known.remembered !== undefined) remembered.push(known.remembered);
    const applied = await readApplied(ports.store, project.name);
    lastApplied.set(project.name, applied.services);
    if (applied.adopted !== undefined) adopted.set(project.name, applied.adopted);
  });
  await inBatches(run.beside ?? [], async (project) => {
    const known = await readBeside(ports, project);
    const managed = await readAdopted(ports.store, project);
    if (managed.length > 0) adopted.set(project, managed);
    if ('services' in known) remembered.push(known);
    else unread.push(known);
  });
  return { snapshots, remembered, unread, changed, lastApplied, adopted };
};

type ReadProjects = Awaited<ReturnType<typeof readProjects>>;

/** How old the readings are that the plan uses; a finding if some are far too old. */
const agesOf = ({ startedAt, promisedMinutes, notes }: RunObject, read: ReadProjects) => {
  const used = [...read.snapshots, ...read.remembered];
  const readings = used.flatMap(({ project, readAt }) => (readAt === undefined ? [] : [{ project, readAt }]));
  const known = new Set(used.map(({ project }) => project));
  const unknown = read.unread.filter(({ project }) => !known.has(project));
  const input = { readings, startedAt, promisedMinutes: promisedMinutes ?? null, notReadYet: unknown.length };
  return { readings: planReadings(input), notes: [...notes, ...readingsOld(input)] };
};

/** Histories are read only if a budget depends on them. */
const storedSizes = async ({ store }: PlatformPorts, policy: Policy, { snapshots, remembered = [] }: PlanFacts) => {
  if (!policy.budgets.some(({ basis }) => basis === 'month-to-date')) return {};
  return {
    histories: await readHistories(
      store,
      [...snapshots, ...remembered].map(({ project }) => ({ name: project })),
    ),
  };
};

/** Forecasts are made only if a decision or a warning needs them; a budget can let a disk fill up. */
const forecastFor = async (
  ports: PlatformPorts,
  { rules, budgets, warnings }: Policy,
  { snapshots, isDaily }: PlanFacts,
): Promise<RunForecast | undefined> => {
  const decides = rules.some(({ forecast }) => forecast !== undefined);
  if (!decides && warnings.maximumSoonDays === 0 && budgets.length === 0) return undefined;
  return forecastServices(ports, snapshots, { asks: isDaily });
};

/** The undo of a run. Under stop the run reads nothing, so it cannot compare the current state. */
const undoOf = async ({ store }: PlatformPorts, { undo, undoPart, mode }: RunObject): Promise<Undo | undefined> =>
  undo === undefined || !mayLook(mode)
    ? undefined
    : { runId: undo, records: await undoneRecords(store, undo, undoPart) };

/** The freeze at the start of the run, or undefined. */
const freezeOf = async (store: Store, runId: string): Promise<Freeze | undefined> => {
  const { begunMs, overruled: _, ...periods } = await needObject<RunFreeze>(store, keys.freeze(runId));
  return freezeAt(periods, begunMs) ?? undefined;
};

/** What a plan depends on besides the projects. */
const runFacts = async (ports: PlatformPorts, run: RunObject) => ({
  today: run.startedAt.slice(0, 10),
  isWhole: run.listed.length > 0 && run.projects.length === run.listed.length,
  isDaily: run.trigger.by === dailyPass,
  measuresStarved: !run.readOnly && run.undo === undefined && run.adopt === undefined,
  now: run.startedAt,
  freeze: await freezeOf(ports.store, run.runId),
  hash: sha256,
  maximumKind: ports.platform.maximumKind,
  restartingOptions,
  lastingOptions,
  undo: await undoOf(ports, run),
  adopt: run.adopt,
  only: run.only,
  grants: await readGrants(ports.store),
  isFirstRun: await isFirstRun(ports.store, ports.platform.organization),
});

/** Reads the results of a run's survey. */
export const readPlanFacts = async (ports: PlatformPorts, run: RunObject): Promise<PlanFacts> => {
  const read = await readProjects(ports, run);
  return { ...(await runFacts(ports, run)), ...read, ...agesOf(run, read) };
};

interface Planned {
  readonly input: PlanInput;
  readonly result: PlanResult;
}

const withAnswers = async (ports: PlatformPorts, base: Omit<PlanInput, 'planDiskMb'>): Promise<Planned> => {
  const first = { ...base, planDiskMb: new Map() };
  const result = makePlan(first);
  if (result.needs.length + result.priceNeeds.length === 0) return { input: first, result };
  const prices = await platformPrices(ports, result.priceNeeds);
  const input = { ...base, ...(await planDisks(ports, result.needs)), prices };
  return { input, result: makePlan(input) };
};

/**
 * Changes that the next reconcile would make again to services that an undo changes. It ignores freezes, because they only
 * delay changes.
 */
const redoneAfter = async (ports: PlatformPorts, input: PlanInput, { changes }: Plan): Promise<readonly Change[]> => {
  const undone = new Set(changes.map(serviceKey));
  const snapshots = snapshotsAfter(input.snapshots, changes);
  const adopted = adoptedAfter(input.adopted, changes);
  const then = { ...input, snapshots, adopted, undo: undefined, lastApplied: undefined, freeze: undefined };
  const { result } = await withAnswers(ports, then);
  return result.plan.changes.filter((change) => undone.has(serviceKey(change)));
};

/** Plans again after measuring the disks that this plan leaves without budget. */
const withStarved = async (
  ports: PlatformPorts,
  runForecast: RunForecast | undefined,
  planned: Planned,
): Promise<Planned> => {
  if (runForecast === undefined || planned.result.starved.length === 0) return planned;
  const { forecasts } = await forecastStarved(ports, runForecast, planned.result.starved);
  if (forecasts === runForecast.forecasts) return planned;
  const input = { ...planned.input, forecasts };
  return { input, result: makePlan(input) };
};

/**
 * Plans with the facts at hand, requests missing plan sizes, prices and the usage of disks without budget, and plans again.
 * Event logs, which name the authors of manual changes, are read last and only for projects with drift. A plan of an undo
 * also lists the changes that the next reconcile would make again.
 */
export const decide = async (ports: PlatformPorts, policy: Policy, seen: PlanFacts): Promise<PlanResult> => {
  const runForecast = await forecastFor(ports, policy, seen);
  const sizes = await storedSizes(ports, policy, seen);
  // After all stored records were read, so that this run already reports damaged ones.
  const notes = [...(seen.notes ?? []), ...(await damageFindings(ports.store))];
  const base = { ...seen, policy, notes, forecasts: runForecast?.forecasts, ...sizes };
  const planned = await withAnswers(ports, base);
  const { input, result } = seen.measuresStarved ? await withStarved(ports, runForecast, planned) : planned;
  if (seen.undo !== undefined) {
    return { ...result, plan: { ...result.plan, redone: await redoneAfter(ports, input, result.plan) } };
  }
  if (result.drifted.length === 0) return result;
  return makePlan({ ...input, events: await readEventLogs(ports.platform, result.drifted) });
};
