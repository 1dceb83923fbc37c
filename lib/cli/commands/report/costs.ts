import { answeredPrice, type PlatformPrice, priceFinder, priceKeyText } from '../../../core/budget/service-price.ts';
import { dayOf, type ProjectHistory } from '../../../core/forecast/project-history.ts';
import { withTimes } from '../../../core/inventory/confirmed.ts';
import { serviceKey } from '../../../core/model/grouping.ts';
import { formatExact } from '../../../core/model/money.ts';
import { mbPerGb } from '../../../core/model/sizes.ts';
import { effectiveTags, ownerBy } from '../../../core/policy/effective-tags.ts';
import { planKeyText, provisionedAdditionalGb } from '../../../core/service/floor.ts';
import type { PlanSpecification, Store } from '../../../ports.ts';
import { readAnswer } from '../../../run/lookup/stored-answer.ts';
import { readHistory } from '../../../run/store/histories.ts';
import { inBatches } from '../../../run/store/in-batches.ts';
import { keys } from '../../../run/store/keys.ts';
import { readObject } from '../../../run/store/objects.ts';
import type { InventoryIndex, InventoryRecord, ReportObject, RunObject } from '../../../run/store/run-objects.ts';
import { policyOfRun } from '../../session/stored-policy.ts';
import type { CostFacts } from './service-section.ts';

type Reading = Pick<InventoryRecord, 'tags' | 'services'> & { readonly project: string };

/** The size of a disk on a day, by its history; null where none is stored. */
const diskMbOn = ({ services }: ProjectHistory, name: string, day: number): number | null => {
  const sizes = services.find((service) => service.name === name)?.provisioned ?? [];
  return sizes.findLast(([from]) => from <= day)?.[1] ?? null;
};

/**
 * The services of these projects as a run left them: as of their last reading, with the disk of that day where they were
 * read again after it.
 * @param endedAt end of the run
 */
const readingsOf = async (store: Store, projects: readonly string[], endedAt: string): Promise<Reading[]> => {
  const readings: Reading[] = [];
  const day = dayOf(Date.parse(endedAt));
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  await inBatches(projects, async (project) => {
    const record = await readObject<InventoryRecord>(store, keys.reading(project));
    if (record === undefined) return;
    const { readAt } = withTimes(record, index?.projects[project]);
    const { tags, services } = record;
    if (Date.parse(readAt) <= Date.parse(endedAt)) {
      readings.push({ project, tags, services });
      return;
    }
    const history = await readHistory(store, project);
    const then = services.map((service) => ({ ...service, diskMb: diskMbOn(history, service.name, day) }));
    readings.push({ project, tags, services: then });
  });
  return readings;
};

/** What the platform once answered about plans; none for plans that no run has asked about. */
const plansAndPrices = async (store: Store, services: Reading['services']) => {
  const planDiskMb = new Map<string, number | null>();
  const prices = new Map<string, PlatformPrice>();
  const kinds = new Map(
    services.map(({ type: serviceType, plan, cloud }) => {
      const key = { serviceType, plan, cloud };
      return [priceKeyText(key), key] as const;
    }),
  );
  await inBatches([...kinds], async ([name, { serviceType, plan, cloud }]) => {
    const specification = await readAnswer<PlanSpecification | null>(store, keys.planDisk(serviceType, plan));
    planDiskMb.set(planKeyText(serviceType, plan), specification?.answer?.diskMb ?? null);
    const price = await readAnswer<string | null>(store, keys.price(serviceType, plan, cloud));
    if (price !== undefined) prices.set(name, answeredPrice(price.answer));
  });
  return { planDiskMb, prices };
};

/**
 * Costs, owners, tags and currency of the services of a report: sizes as of the run, tags as of the last reading, and prices of the
 * platform where a run has asked for them, else of the policy.
 */
export const costFacts = async (
  store: Store,
  { runId, plan, endedAt }: ReportObject,
  tagColumns: readonly string[],
): Promise<CostFacts> => {
  const decisions = plan?.decisions ?? [];
  const run = await readObject<RunObject>(store, keys.run(runId));
  const policy = await policyOfRun(store, run);
  const kind = run?.profile === 'current' ? 'total' : 'additional';
  const readings = await readingsOf(store, [...new Set(decisions.map(({ project }) => project))], endedAt);
  const all = readings.flatMap(({ services }) => services);
  const answers = await plansAndPrices(store, all);
  const prices = policy && priceFinder(policy.prices, answers.prices);
  const known = readings.flatMap(({ project, tags, services }) =>
    services.map((service) => {
      const { name, type, plan: planName, diskMb } = service;
      const price = prices?.offhand(project, service) ?? null;
      const planDiskMb = answers.planDiskMb.get(planKeyText(type, planName)) ?? null;
      const facts = {
        diskGb: diskMb === null ? null : diskMb / mbPerGb,
        provisionedGb: provisionedAdditionalGb(service, planDiskMb, kind),
        perGbMonth: price === null ? null : formatExact(price),
        tags: effectiveTags(tags, service.tags),
      };
      return [serviceKey({ project, service: name }), facts] as const;
    }),
  );
  return {
    known: new Map(known),
    currency: policy?.prices.currency ?? plan?.budgets[0]?.currency ?? '',
    tagColumns,
    ownerOf: ownerBy(readings, decisions, run?.ownerTag ?? policy?.ownerTag ?? 'owner'),
  };
};
