import { NotFound, PolicyInvalid, StoreDamaged } from '../../contract/errors.ts';
import type { AdoptedEndpoint } from '../../core/change/adopted-endpoint.ts';
import type { Change } from '../../core/change/change.ts';
import { type FleetSubject, fleetDisks } from '../../core/disk/fleet-disks.ts';
import { type Forecasts, makeForecasts } from '../../core/forecast/forecasts.ts';
import { dayOf, type ProjectHistory } from '../../core/forecast/project-history.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { byText, groupBy, serviceKey } from '../../core/model/grouping.ts';
import type { RememberedProject, Service } from '../../core/model/model.ts';
import { changedAtIn } from '../../core/plan/contexts.ts';
import { type EffectiveTags, effectiveTags, ownerBy } from '../../core/policy/effective-tags.ts';
import { compilePolicy } from '../../core/policy/policy.ts';
import { indexActual } from '../../core/service/actual.ts';
import { alertsIn } from '../../core/service/disk-alert.ts';
import { hasPlanName, planKeyText, planSizesIn } from '../../core/service/floor.ts';
import { snapshotsAfter } from '../../core/service/snapshots-after.ts';
import type { PlanSpecification, Store } from '../../ports.ts';
import { appliedIn } from '../../run/apply/adopted.ts';
import { lastBands } from '../../run/inventory/index-of-readings.ts';
import { lastReading, readingIn } from '../../run/inventory/record.ts';
import { readAnswer } from '../../run/lookup/stored-answer.ts';
import { readReportIfWhole } from '../../run/publish/reports.ts';
import { historyIn } from '../../run/store/histories.ts';
import { inBatches } from '../../run/store/in-batches.ts';
import { keys } from '../../run/store/keys.ts';
import { openRecord, readIfWhole, readObject } from '../../run/store/objects.ts';
import type { InventoryIndex, LatestReport, RunObject } from '../../run/store/run-objects.ts';
import { policyOfRun } from '../session/stored-policy.ts';

/** A project whose disks are unknown. */
interface WithoutReading {
  readonly project: string;
  readonly message: string;
}

interface Reading extends RememberedProject {
  readonly readAt: string;
  /** The run that has changed the project since; absent if none has. */
  readonly changedBy?: string;
  readonly adopted: readonly AdoptedEndpoint[];
  readonly changedAt: (service: string) => string | null;
}

/** Every service of the store with what its disk depends on, and how its disk develops. */
interface StoredDisks {
  readonly subjects: readonly (FleetSubject & { readonly rule: string; readonly tags: EffectiveTags })[];
  readonly forecasts: Forecasts;
  readonly withoutReading: readonly WithoutReading[];
  /** Projects that a run without a report has changed since their reading, which shows their disks as before. */
  readonly changedSince: readonly string[];
}

const readingsIn = async (store: Store, { organization, projects, neverRead = [] }: InventoryIndex) => {
  const readings: Reading[] = [];
  const histories = new Map<string, ProjectHistory>();
  const withoutReading: WithoutReading[] = neverRead.map((project) => ({ project, message: 'not read yet' }));
  await inBatches(Object.entries(projects), async ([project, entry]) => {
    try {
      const opened = await openRecord(store, project);
      const record = await readingIn(opened, organization);
      const { adopted = [], services } = await appliedIn(opened);
      if (record === undefined) withoutReading.push({ project, message: 'the store has no reading of it' });
      else {
        const { changedBy } = record;
        histories.set(project, await historyIn(opened));
        const reading = { ...lastReading(project, record, entry), adopted, changedAt: changedAtIn(services) };
        readings.push({ ...reading, ...(changedBy !== undefined && { changedBy }) });
      }
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      withoutReading.push({ project, message: error.message });
    }
  });
  return {
    readings,
    histories,
    withoutReading: withoutReading.sort((a, b) => byText(a.project, b.project)),
  };
};

/** Readings with what runs have confirmed in their projects since, as far as their reports say. */
const withConfirmed = async (store: Store, readings: readonly Reading[]) => {
  const changedSince: string[] = [];
  const changed = new Map<string, readonly Change[]>();
  for (const [runId, own] of groupBy(
    readings.filter(({ changedBy }) => changedBy !== undefined),
    ({ changedBy = '' }) => changedBy,
  )) {
    const report = await readReportIfWhole(store, runId);
    if (report === undefined) changedSince.push(...own.map(({ project }) => project));
    const confirmed = report?.results.filter(({ status }) => status === 'confirmed') ?? [];
    for (const [project, results] of groupBy(confirmed, (result) => result.project)) changed.set(project, results);
  }
  const after = (reading: Reading): Reading[] => snapshotsAfter([reading], changed.get(reading.project) ?? []);
  return { readings: readings.flatMap(after), changedSince: changedSince.sort() };
};

/** Sizes of plans by `planKeyText`, as the platform last answered; none for plans that no run has asked about. */
const planSizes = async (store: Store, services: readonly Service[]) => {
  const planDiskMb = new Map<string, number | null>();
  const planCapMb = new Map<string, number | null>();
  const plans = new Map(services.filter(hasPlanName).map((size) => [planKeyText(size.type, size.plan), size]));
  await inBatches([...plans], async ([name, { type, plan }]) => {
    const stored = await readAnswer<PlanSpecification | null>(store, keys.planDisk(type, plan));
    if (stored === undefined) return;
    planDiskMb.set(name, stored.answer?.diskMb ?? null);
    planCapMb.set(name, stored.answer?.capMb ?? null);
  });
  return { planDiskMb, planCapMb };
};

/** The last run and its policy, as far as they can be read: how full a disk is does not depend on them. */
const lastPolicy = async (store: Store) => {
  const latest = await readIfWhole<LatestReport>(store, keys.latestReport);
  const run = latest && (await readIfWhole<RunObject>(store, keys.run(latest.runId)));
  try {
    return { run, policy: await policyOfRun(store, run) };
  } catch (error) {
    if (error instanceof PolicyInvalid) return { run };
    throw error;
  }
};

/** Rule and owner of each service by the policy of the last run, else by the one in the store, else by tags alone. */
const decidedBy = async (store: Store, readings: readonly Reading[], today: string) => {
  const { run, policy } = await lastPolicy(store);
  const compiled = policy && compilePolicy(policy);
  const decisions = readings.flatMap(({ project, tags, services }) =>
    compiled === undefined
      ? []
      : services.map((service) => compiled.decide({ name: project, tags }, service, today).decision),
  );
  const rules = new Map(decisions.map((decision) => [serviceKey(decision), decision.rule]));
  return {
    ownerOf: ownerBy(readings, decisions, run?.ownerTag ?? policy?.ownerTag ?? 'owner'),
    ruleOf: (service: { readonly project: string; readonly service: string }) => rules.get(serviceKey(service)) ?? '',
  };
};

/**
 * The disks of the organization by the store alone: no call and no token is needed.
 * @throws Error if the store has no readings
 */
export const disksInStore = async (store: Store, nowMs: number): Promise<StoredDisks> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  if (index === undefined) throw new NotFound("the store has no readings of projects yet. Run 'headroom plan' first.");
  const { readings: found, histories, withoutReading } = await readingsIn(store, index);
  const { readings, changedSince } = await withConfirmed(store, found);
  const sizes = readings.flatMap(({ project, services }) =>
    services.map(({ name, type, plan, diskMb }) => ({ project, name, type, plan, diskMb })),
  );
  const { planDiskMb, planCapMb } = await planSizes(
    store,
    readings.flatMap(({ services }) => services),
  );
  const bands = await lastBands(store);
  const today = dayOf(nowMs);
  const forecasts = makeForecasts({ histories, services: sizes, planDiskMb, planCapMb, today, bands });
  const { ownerOf, ruleOf } = await decidedBy(store, readings, isoInstant(nowMs).slice(0, 10));
  const sizesOf = planSizesIn({ planDiskMb, planCapMb });
  const subjects = readings.flatMap((reading) => {
    const actual = indexActual(reading, planDiskMb, reading.adopted);
    const alertOf = alertsIn(reading, reading.changedAt);
    return reading.services.map((service) => {
      const name = { project: reading.project, service: service.name };
      return {
        ...{
          project: reading.project,
          service,
          actual: actual.of(service),
          sizes: sizesOf(service),
          changedAt: reading.changedAt(service.name),
        },
        ...{ alert: alertOf(service.name), owner: ownerOf(name), rule: ruleOf(name), readAt: reading.readAt },
        tags: effectiveTags(reading.tags, service.tags),
      };
    });
  });
  return { subjects, forecasts, withoutReading, changedSince };
};

/** The same with the disks as a list, the most urgent first. */
export const fleetInStore = async (store: Store, nowMs: number) => {
  const found = await disksInStore(store, nowMs);
  return { ...found, disks: fleetDisks(found.subjects, found.forecasts) };
};
