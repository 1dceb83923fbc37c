import { type SizeAndPrice, serviceCosts } from '../../../core/budget/service-costs.ts';
import { answeredPrice, type PlatformPrice, priceFinder, priceKeyText } from '../../../core/budget/service-price.ts';
import { dayOf, emptyHistory, type ProjectHistory } from '../../../core/forecast/project-history.ts';
import { withTimes } from '../../../core/inventory/confirmed.ts';
import { serviceKey } from '../../../core/model/grouping.ts';
import type { MaximumKind } from '../../../core/model/model.ts';
import { formatExact } from '../../../core/model/money.ts';
import type { Policy } from '../../../core/model/policy-document.ts';
import { mbPerGb } from '../../../core/model/sizes.ts';
import { unowned } from '../../../core/policy/effective-tags.ts';
import { planKeyText, provisionedAdditionalGb } from '../../../core/service/floor.ts';
import type { PlanSpecification, Store } from '../../../ports.ts';
import { tagsInStore } from '../../../run/inventory/service-tags.ts';
import { readAnswer } from '../../../run/lookup/stored-answer.ts';
import { readHistory } from '../../../run/store/histories.ts';
import { inBatches } from '../../../run/store/in-batches.ts';
import { keys } from '../../../run/store/keys.ts';
import { readObject } from '../../../run/store/objects.ts';
import type { InventoryIndex, InventoryRecord, ReportObject, RunObject } from '../../../run/store/run-objects.ts';
import { policyOfRun } from '../../session/stored-policy.ts';
import type { CostFacts } from './service-section.ts';

interface Reading {
  readonly project: string;
  readonly service: InventoryRecord['services'][number];
}

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
    const isAfter = Date.parse(readAt) > Date.parse(endedAt);
    const history = isAfter ? await readHistory(store, project) : emptyHistory;
    for (const service of record.services) {
      const diskMb = isAfter ? diskMbOn(history, service.name, day) : service.diskMb;
      readings.push({ project, service: { ...service, diskMb } });
    }
  });
  return readings;
};

/** What the platform once answered about plans; none for plans that no run has asked about. */
const plansAndPrices = async (store: Store, readings: readonly Reading[]) => {
  const planDiskMb = new Map<string, number | null>();
  const prices = new Map<string, PlatformPrice>();
  const kinds = new Map(
    readings.map(({ service: { type: serviceType, plan, cloud } }) => {
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

/** Sizes as of the run, and prices, of the platform where a run has asked for them, else of the policy. */
const sizesAndPrices = async (
  store: Store,
  { plan, endedAt }: Pick<ReportObject, 'plan' | 'endedAt'>,
  policy: Policy | undefined,
  kind: MaximumKind,
): Promise<ReadonlyMap<string, SizeAndPrice>> => {
  const projects = [...new Set((plan?.decisions ?? []).map(({ project }) => project))];
  const readings = await readingsOf(store, projects, endedAt);
  const answers = await plansAndPrices(store, readings);
  const prices = policy && priceFinder(policy.prices, answers.prices);
  return new Map(
    readings.map(({ project, service }) => {
      const { name, type, plan: servicePlan, diskMb } = service;
      const price = prices?.offhand(project, service) ?? null;
      const planDiskMb = answers.planDiskMb.get(planKeyText(type, servicePlan)) ?? null;
      const fact = {
        diskGb: diskMb === null ? null : diskMb / mbPerGb,
        provisionedGb: provisionedAdditionalGb(service, planDiskMb, kind),
        perGbMonth: price === null ? null : formatExact(price),
      };
      return [serviceKey({ project, service: name }), fact];
    }),
  );
};

/** Costs, owners, tags and currency of the services of a report; sizes are as of the run, tags as of the last reading. */
export const costFacts = async (
  store: Store,
  report: ReportObject,
  tagColumns: readonly string[],
): Promise<CostFacts> => {
  const { runId, plan } = report;
  const run = await readObject<RunObject>(store, keys.run(runId));
  const policy = await policyOfRun(store, run);
  const kind = run?.profile === 'current' ? 'total' : 'additional';
  const tagsOf = await tagsInStore(store, plan?.decisions ?? []);
  const tagOf: CostFacts['tagOf'] = (service, key) => tagsOf(service)?.get(key) ?? '';
  const ownerTag = run?.ownerTag ?? policy?.ownerTag ?? 'owner';
  return {
    costs: plan === null ? [] : serviceCosts(plan, await sizesAndPrices(store, report, policy, kind)),
    currency: policy?.prices.currency ?? plan?.budgets[0]?.currency ?? '',
    tagColumns,
    tagOf,
    ownerOf: (service) => tagOf(service, ownerTag).trim() || service.rule || unowned,
  };
};
