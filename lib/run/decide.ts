import { StoreDamaged } from '../contract/errors.ts';
import { dailyPass } from '../contract/tasks.ts';
import type { Left } from '../core/left.ts';
import type { ProjectFacts, Snapshot, UnreadProject } from '../core/model.ts';
import { makePlan, type PlanInput, type PlanMade } from '../core/plan.ts';
import type { Policy } from '../core/policy-document.ts';
import type { Clock, Platform, Store } from '../ports.ts';
import { auditRecordsOf } from './audit-reading.ts';
import { damageFindings } from './damage.ts';
import { isFirstRun } from './enforcement.ts';
import { readEventLogs } from './event-logs.ts';
import { foresee } from './foresee.ts';
import { readHistories } from './histories.ts';
import { inBatches } from './in-batches.ts';
import { readLeft } from './left.ts';
import { withLoweredOptions } from './lowered-options.ts';
import { keys, type RunObject, readObject, type SurveyObject, writeObject } from './objects.ts';
import { planDisks } from './plan-disks.ts';
import { platformPrices } from './prices.ts';
import { withRefusals } from './refusals.ts';
import { freezeOf } from './restraint.ts';
import { sha256 } from './sha256.ts';

export interface PlanPorts {
  readonly platform: Platform;
  readonly store: Store;
  readonly clock: Clock;
}

/** Everything that a plan of a run is made from but what is asked while it is made. */
export type Seen = Omit<PlanInput, 'policy' | 'forecasts' | 'planDiskMb' | 'planCapMb' | 'unreadPlans' | 'prices'> & {
  /** Once a day a run may ask for what forecasts need. */
  readonly isDaily: boolean;
};

/** Notes why nothing of a project is known, also for the report. */
const noteUnread = async ({ store }: PlanPorts, runId: string, unread: UnreadProject): Promise<UnreadProject> => {
  await writeObject(store, keys.unread(runId, unread.project), unread);
  return unread;
};

/** Why a project has no snapshot. Where neither the survey nor the note of its failure came to an end, it is noted here. */
const readUnread = async (ports: PlanPorts, runId: string, project: string): Promise<UnreadProject> => {
  const message = 'reading it ended without a word; see the logs of survey';
  const noted = await readObject<UnreadProject>(ports.store, keys.unread(runId, project));
  return noted ?? noteUnread(ports, runId, { project, error: 'Unknown', message });
};

/** What survey read of a project, or why there is nothing: a snapshot that is damaged concerns its project alone. */
const readSnapshot = async (
  ports: PlanPorts,
  runId: string,
  { name: project, problem }: ProjectFacts,
): Promise<SurveyObject | UnreadProject> => {
  if (problem !== undefined) {
    const message = `the platform's record of it is invalid: ${problem}`;
    return noteUnread(ports, runId, { project, error: 'RecordInvalid', message });
  }
  try {
    const seen = await readObject<SurveyObject>(ports.store, keys.snapshot(runId, project));
    return seen ?? (await readUnread(ports, runId, project));
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return noteUnread(ports, runId, { project, error: error.name, message: error.message });
  }
};

const readProjects = async (ports: PlanPorts, run: RunObject) => {
  const refused = await withRefusals(ports);
  const lowered = await withLoweredOptions(ports.store);
  const marked: typeof refused = (project, services) => lowered(project, refused(project, services));
  const snapshots: Snapshot[] = [];
  const unread: UnreadProject[] = [];
  const left = new Map<string, readonly Left[]>();
  const { store } = ports;
  await inBatches(run.projects, async (project) => {
    const { name, tags } = project;
    const seen = await readSnapshot(ports, run.runId, project);
    if ('services' in seen) snapshots.push({ project: name, tags, ...seen, services: marked(name, seen.services) });
    else unread.push(seen);
    left.set(name, await readLeft(store, name));
  });
  return { snapshots, unread, left };
};

/** Kept sizes are read only where something is decided by them. */
const keptSizes = async ({ store }: PlanPorts, policy: Policy, { snapshots }: Seen) => {
  if (!policy.budgets.some(({ basis }) => basis === 'month-to-date')) return {};
  return {
    histories: await readHistories(
      store,
      snapshots.map(({ project }) => ({ name: project })),
    ),
  };
};

/** Forecasts are made only where something is decided or told by them. */
const forecastsFor = async (ports: PlanPorts, policy: Policy, { snapshots, isDaily }: Seen) => {
  const decides = policy.rules.some(({ forecast }) => forecast !== undefined);
  if (!decides && policy.warnings.maximumSoonDays === 0) return {};
  return { forecasts: await foresee(ports, snapshots, { asks: isDaily }) };
};

/** Reads what the survey of a run found. */
export const seenBy = async (ports: PlanPorts, run: RunObject): Promise<Seen> => ({
  ...(await readProjects(ports, run)),
  today: run.startedAt.slice(0, 10),
  isDaily: run.trigger.by === dailyPass,
  now: run.startedAt,
  notes: run.notes,
  freeze: await freezeOf(ports.store, run.runId),
  hash: sha256,
  maximumKind: ports.platform.maximumKind,
  approvedDigest: run.approvedDigest ?? undefined,
  undo: run.undo === undefined ? undefined : { runId: run.undo, records: await auditRecordsOf(ports.store, run.undo) },
  isFirstRun: await isFirstRun(ports.store, ports.platform.organization),
});

interface Answered {
  readonly input: PlanInput;
  readonly made: PlanMade;
}

const withAnswers = async (ports: PlanPorts, given: Omit<PlanInput, 'planDiskMb'>): Promise<Answered> => {
  const first = { ...given, planDiskMb: new Map() };
  const made = makePlan(first);
  if (made.needs.length + made.priceNeeds.length === 0) return { input: first, made };
  const prices = await platformPrices(ports, made.priceNeeds);
  const input = { ...given, ...(await planDisks(ports, made.needs)), prices };
  return { input, made: makePlan(input) };
};

/**
 * Decides with what is known; asks for the sizes and prices of plans that turn out to be needed, and decides again. Who has
 * changed something by hand is asked for last, and only where that is told.
 */
export const decide = async (ports: PlanPorts, policy: Policy, seen: Seen): Promise<PlanMade> => {
  const forecasts = await forecastsFor(ports, policy, seen);
  const sizes = await keptSizes(ports, policy, seen);
  // After everything that is remembered was read: what was found damaged is told by this very run.
  const notes = [...(seen.notes ?? []), ...(await damageFindings(ports.store))];
  const given = { ...seen, policy, notes, ...forecasts, ...sizes };
  const { input, made } = await withAnswers(ports, given);
  if (made.drifted.length === 0) return made;
  return makePlan({ ...input, events: await readEventLogs(ports.platform, made.drifted) });
};
