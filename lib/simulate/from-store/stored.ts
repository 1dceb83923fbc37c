import { dayOf, type ProjectHistory, type ServiceHistory } from '../../core/forecast/project-history.ts';
import { withTimes } from '../../core/inventory/confirmed.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import { byText } from '../../core/model/grouping.ts';
import { lastRestraint } from '../../core/model/mode.ts';
import { unreadablePrice } from '../../core/model/money.ts';
import { mbPerGb } from '../../core/model/sizes.ts';
import type { UsePoint } from '../../core/twin/daily-growth.ts';
import type { PlanSpecification, Store } from '../../ports.ts';
import { appliedIn } from '../../run/apply/adopted.ts';
import { readAnswer } from '../../run/lookup/stored-answer.ts';
import { readGrants } from '../../run/policy/grants.ts';
import { historyIn } from '../../run/store/histories.ts';
import { inBatches } from '../../run/store/in-batches.ts';
import { keys } from '../../run/store/keys.ts';
import { readStoreMode } from '../../run/store/mode.ts';
import { openRecord, readIfWhole, readObject } from '../../run/store/objects.ts';
import type { InventoryIndex, InventoryRecord } from '../../run/store/run-objects.ts';
import {
  distinctBy,
  type Omission,
  type StartProject,
  type StartState,
  type StoredOrganization,
  type StoredPlan,
  type StoredPrice,
  type StoredProject,
} from './facts.ts';

/** A scenario creates its services again, so a creation time would make them other services than the ones in the history. */
const withoutCreation = ({ services, ...rest }: ProjectHistory): ProjectHistory => ({
  ...rest,
  services: services.map(({ createdAt: _, ...service }) => service),
});

/** What a store knows of its organization. */
const startStateIn = async (
  store: Store,
  { enforcedSince }: InventoryIndex,
  projects: readonly { readonly name: string }[],
): Promise<StartState> => {
  const entries = await inBatches(projects, async ({ name }): Promise<[name: string, StartProject]> => {
    const record = await openRecord(store, name);
    const { adopted = [] } = await appliedIn(record);
    return [name, { history: withoutCreation(await historyIn(record)), adopted }];
  });
  return {
    enforced: enforcedSince === (lastRestraint(await readStoreMode(store)) ?? ''),
    grants: await readGrants(store),
    projects: Object.fromEntries(entries.sort(([a], [b]) => byText(a, b))),
  };
};

/** Size that a disk had at the end of a day, in MB; before the first recorded day the size of this day. */
const sizeOn = ({ provisioned }: ServiceHistory, day: number): number | undefined =>
  (provisioned.findLast(([from]) => from <= day) ?? provisioned[0])?.[1];

/** A disk this full has no room for growth. */
const fullShare = 0.999;

/** Used disk of a service by its history: each day's last reading, at the end of the day, or now for today's reading. */
export const storedPoints = (service: ServiceHistory, nowMs: number): UsePoint[] =>
  service.used.flatMap(([day, mb]): UsePoint[] => {
    const sizeMb = sizeOn(service, day);
    if (sizeMb === undefined || sizeMb <= 0 || day > dayOf(nowMs)) return [];
    const timeMs = Math.min((day + 1) * dayMs, nowMs);
    return [{ timeMs, gb: mb / mbPerGb, isFull: mb >= fullShare * sizeMb }];
  });

const projectOf = (
  project: string,
  record: InventoryRecord,
  history: ProjectHistory | undefined,
  fromMs: number,
): StoredProject => {
  const atMs = Date.parse(record.readAt);
  const byName = new Map(history?.services.map((service) => [service.name, service]));
  return {
    name: project,
    tags: record.tags,
    services: record.services.map(({ name, type, plan, cloud, state, diskMb, tags, integrations }) => {
      const stored = byName.get(name);
      const points = stored === undefined ? [] : storedPoints(stored, atMs);
      return {
        name,
        type,
        plan,
        cloud,
        state,
        diskMb,
        tags,
        integrations,
        points: points.filter(({ timeMs }) => timeMs >= fromMs),
        sizes: stored?.provisioned.map(([day, mb]) => ({ fromMs: day * dayMs, mb })) ?? [],
      };
    }),
    endpoints: record.endpoints,
  };
};

const plansOf = async (store: Store, projects: readonly StoredProject[]): Promise<StoredPlan[]> => {
  const services = distinctBy(
    projects.flatMap((project) => project.services),
    ({ type, plan }) => JSON.stringify([type, plan]),
  );
  const plans: StoredPlan[] = [];
  await inBatches(services, async ({ type, plan }) => {
    const stored = await readAnswer<PlanSpecification | null>(store, keys.planDisk(type, plan));
    if (stored === undefined || stored.answer === null) return;
    const { diskMb, capMb } = stored.answer;
    plans.push({ type, name: plan, diskMb, capMb });
  });
  return plans.sort((a, b) => byText(`${a.type}/${a.name}`, `${b.type}/${b.name}`));
};

const pricesOf = async (store: Store, projects: readonly StoredProject[]): Promise<StoredPrice[]> => {
  const offers = distinctBy(
    projects.flatMap((project) => project.services),
    ({ type, plan, cloud }) => JSON.stringify([type, plan, cloud]),
  );
  const prices: StoredPrice[] = [];
  await inBatches(offers, async ({ type, plan, cloud }) => {
    const stored = await readAnswer<string | null>(store, keys.price(type, plan, cloud));
    if (stored !== undefined && stored.answer !== unreadablePrice)
      prices.push({ type, plan, cloud, additionalGb: stored.answer });
  });
  const priceKey = ({ type, plan, cloud }: StoredPrice) => `${type}/${plan}/${cloud}`;
  return prices.sort((a, b) => byText(priceKey(a), priceKey(b)));
};

/** What a store never has. */
const neverStored: readonly Omission[] = [
  { subject: 'prices', why: 'the store has prices of additional storage; the base price of every plan is 0 here' },
  { subject: 'endpoints', why: 'the store has endpoints of autoscalers; others are left out' },
];

/** Days of disk use that growth is fitted to. */
const fittedDays = 30;

/**
 * The organization by the inventory and the histories of a store, without a call: as the last runs read it.
 * @throws Error if no run has read the organization into this store
 */
export const storedOrganization = async (store: Store): Promise<StoredOrganization> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  const names = Object.keys(index?.projects ?? {}).sort();
  const omissions: Omission[] = (index?.neverRead ?? []).map((project) => ({
    subject: project,
    why: 'not read: no run has read it yet',
  }));
  const readings = await inBatches(names, async (name) => {
    const record = await readIfWhole<InventoryRecord>(store, keys.reading(name));
    if (record?.organization === index?.organization && record !== undefined)
      return [{ name, record: withTimes(record, index?.projects[name]) }];
    omissions.push({ subject: name, why: 'not read: the store has no reading of it' });
    return [];
  });
  const records = readings.flat();
  const atMs = Math.max(...records.map(({ record }) => Date.parse(record.readAt)));
  if (index === undefined || !Number.isFinite(atMs)) {
    throw new Error(
      'this store has no inventory yet: every run of headroom apply, in any mode, reads the organization into it',
    );
  }
  const projects = await inBatches(records, async ({ name, record }) => {
    const history = await readIfWhole<ProjectHistory>(store, keys.history(name));
    if (history === undefined) omissions.push({ subject: name, why: 'the store has no history of its disks' });
    return projectOf(name, record, history, atMs - fittedDays * dayMs);
  });
  const oldest = records.toSorted((a, b) => byText(a.record.readAt, b.record.readAt))[0];
  if (oldest !== undefined && atMs - Date.parse(oldest.record.readAt) > dayMs) {
    omissions.push({
      subject: oldest.name,
      why: `read at ${isoInstant(Date.parse(oldest.record.readAt))}, the oldest reading`,
    });
  }
  return {
    id: index.organization,
    atMs,
    projects,
    plans: await plansOf(store, projects),
    prices: await pricesOf(store, projects),
    atStart: await startStateIn(store, index, projects),
    omissions: [...omissions.sort((a, b) => byText(a.subject, b.subject)), ...neverStored],
  };
};
