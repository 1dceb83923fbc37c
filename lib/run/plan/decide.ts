import { dailyPass } from '../../contract/run-request.ts';
import type { Change } from '../../core/change/change.ts';
import { type Freeze, freezeAt } from '../../core/model/freeze.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { makePlan, type PlanInput, type PlanResult } from '../../core/plan/plan.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Undo } from '../../core/plan/undo.ts';
import type { LastApplied } from '../../core/service/last-applied.ts';
import { snapshotsAfter } from '../../core/service/snapshots-after.ts';
import { restartingOptions } from '../../documents/restarting-options.ts';
import type { PlatformPorts, Store } from '../../ports.ts';
import { readLastApplied } from '../apply/last-applied.ts';
import { undoneRecords } from '../audit/undone-records.ts';
import { damageFindings } from '../store/damage.ts';
import { isFirstRun } from '../store/enforcement.ts';
import { readHistories } from '../store/histories.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { needObject } from '../store/objects.ts';
import type { RunFreeze, RunObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';
import { readEventLogs } from './event-logs.ts';
import { type Foresight, forecastServices, foreseeStarved } from './forecast.ts';
import { planDisks } from './plan-disks.ts';
import { platformPrices } from './prices.ts';
import { snapshotReader } from './snapshots.ts';

/** Everything that a plan of a run is made from but what is asked while it is made. */
export type PlanFacts = Omit<
  PlanInput,
  'policy' | 'forecasts' | 'planDiskMb' | 'planCapMb' | 'unreadPlans' | 'prices'
> & {
  /** Once a day a run may ask for what forecasts need. */
  readonly isDaily: boolean;
  /** Whether it may ask how full the disks are of those that their budget leaves without room. */
  readonly measuresStarved: boolean;
};

/** What a run has read of its projects, as a plan sees it. */
const readProjects = async (ports: PlatformPorts, run: RunObject) => {
  const read = await snapshotReader(ports, run.runId);
  const snapshots: Snapshot[] = [];
  const unread: UnreadProject[] = [];
  const lastApplied = new Map<string, readonly LastApplied[]>();
  await inBatches(run.projects, async (project) => {
    const seen = await read(project);
    if ('services' in seen) snapshots.push(seen);
    else unread.push(seen);
    lastApplied.set(project.name, await readLastApplied(ports.store, project.name));
  });
  return { snapshots, unread, lastApplied };
};

/** Kept sizes are read only where something is decided by them. */
const keptSizes = async ({ store }: PlatformPorts, policy: Policy, { snapshots }: PlanFacts) => {
  if (!policy.budgets.some(({ basis }) => basis === 'month-to-date')) return {};
  return {
    histories: await readHistories(
      store,
      snapshots.map(({ project }) => ({ name: project })),
    ),
  };
};

/** Forecasts are made only where something is decided or told by them: budgets leave disks to fill up. */
const foresightFor = async (
  ports: PlatformPorts,
  { rules, budgets, warnings }: Policy,
  { snapshots, isDaily }: PlanFacts,
): Promise<Foresight | undefined> => {
  const decides = rules.some(({ forecast }) => forecast !== undefined);
  if (!decides && warnings.maximumSoonDays === 0 && budgets.length === 0) return undefined;
  return forecastServices(ports, snapshots, { asks: isDaily });
};

/** What a run is to undo. Under stop nothing was looked at, so nothing can be said of what has become of it. */
const undoOf = async ({ store }: PlatformPorts, { undo, undoPart, mode }: RunObject): Promise<Undo | undefined> =>
  undo === undefined || !mayLook(mode)
    ? undefined
    : { runId: undo, records: await undoneRecords(store, undo, undoPart) };

/** The freeze that a run began in; undefined when it began in none. */
const freezeOf = async (store: Store, runId: string): Promise<Freeze | undefined> => {
  const { begunMs, overruled: _, ...periods } = await needObject<RunFreeze>(store, keys.freeze(runId));
  return freezeAt(periods, begunMs) ?? undefined;
};

/** Reads what the survey of a run found. */
export const readPlanFacts = async (ports: PlatformPorts, run: RunObject): Promise<PlanFacts> => ({
  ...(await readProjects(ports, run)),
  today: run.startedAt.slice(0, 10),
  isWhole: run.listed.length > 0 && run.projects.length === run.listed.length,
  isDaily: run.trigger.by === dailyPass,
  measuresStarved: !run.readOnly && run.undo === undefined,
  now: run.startedAt,
  notes: run.notes,
  freeze: await freezeOf(ports.store, run.runId),
  hash: sha256,
  maximumKind: ports.platform.maximumKind,
  restartingOptions,
  approvedDigest: run.approvedDigest ?? undefined,
  undo: await undoOf(ports, run),
  isFirstRun: await isFirstRun(ports.store, ports.platform.organization),
});

interface Answered {
  readonly input: PlanInput;
  readonly made: PlanResult;
}

const withAnswers = async (ports: PlatformPorts, given: Omit<PlanInput, 'planDiskMb'>): Promise<Answered> => {
  const first = { ...given, planDiskMb: new Map() };
  const made = makePlan(first);
  if (made.needs.length + made.priceNeeds.length === 0) return { input: first, made };
  const prices = await platformPrices(ports, made.priceNeeds);
  const input = { ...given, ...(await planDisks(ports, made.needs)), prices };
  return { input, made: makePlan(input) };
};

/**
 * What the next reconcile would do again to services that an undo changes: what policy asks for once the undo is done. A
 * freeze is left out, because it only says when.
 */
const redoneAfter = async (ports: PlatformPorts, input: PlanInput, { changes }: Plan): Promise<readonly Change[]> => {
  const undone = new Set(changes.map(serviceKey));
  const snapshots = snapshotsAfter(input.snapshots, changes);
  const then = { ...input, snapshots, undo: undefined, lastApplied: undefined, freeze: undefined };
  const { made } = await withAnswers(ports, then);
  return made.plan.changes.filter((change) => undone.has(serviceKey(change)));
};

/** Decides again once it is known how full the disks are of those whom this plan leaves without room. */
const withStarved = async (
  ports: PlatformPorts,
  foresight: Foresight | undefined,
  answered: Answered,
): Promise<Answered> => {
  if (foresight === undefined || answered.made.starved.length === 0) return answered;
  const { forecasts } = await foreseeStarved(ports, foresight, answered.made.starved);
  if (forecasts === foresight.forecasts) return answered;
  const input = { ...answered.input, forecasts };
  return { input, made: makePlan(input) };
};

/**
 * Decides with what is known; asks for the sizes and prices of plans that turn out to be needed, and for the use of disks
 * that get no room, and decides again. Who has changed something by hand is asked for last, and only where that is told. A
 * plan that undoes a run also says what the next reconcile would do again.
 */
export const decide = async (ports: PlatformPorts, policy: Policy, seen: PlanFacts): Promise<PlanResult> => {
  const foresight = await foresightFor(ports, policy, seen);
  const sizes = await keptSizes(ports, policy, seen);
  // After everything that is remembered was read: what was found damaged is reported by this very run.
  const notes = [...(seen.notes ?? []), ...(await damageFindings(ports.store))];
  const given = { ...seen, policy, notes, forecasts: foresight?.forecasts, ...sizes };
  const answered = await withAnswers(ports, given);
  const { input, made } = seen.measuresStarved ? await withStarved(ports, foresight, answered) : answered;
  if (seen.undo !== undefined) {
    return { ...made, plan: { ...made.plan, redone: await redoneAfter(ports, input, made.plan) } };
  }
  if (made.drifted.length === 0) return made;
  return makePlan({ ...input, events: await readEventLogs(ports.platform, made.drifted) });
};
