import { dayOf } from '../../core/forecast/project-history.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import { type ServiceName, serviceKey } from '../../core/model/grouping.ts';
import type { MoneyOfDay } from '../../core/status/money-of-day.ts';
import type { PlanSpecification, Store } from '../../ports.ts';
import { lastBands } from '../../run/inventory/index-of-readings.ts';
import { readAnswer } from '../../run/lookup/stored-answer.ts';
import { readGrants } from '../../run/policy/grants.ts';
import { datedVersions, policyDigest } from '../../run/policy/versions.ts';
import { readFindingLog } from '../../run/publish/notices.ts';
import { readHistory } from '../../run/store/histories.ts';
import { inBatches } from '../../run/store/in-batches.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { InventoryRecord, ReportObject } from '../../run/store/run-objects.ts';
import type { PolicyVersion } from '../../run/store/schemas/memory.ts';
import { type GrowthSources, growthFacts } from '../facts/growth.ts';
import { changesOf } from '../facts/marks.ts';
import { type ServiceRow, serviceRows } from '../facts/service-rows.ts';
import type { ReportPictures } from '../pages/report/page.ts';
import type { GrowthPicture } from '../pictures/growth.ts';

/** Services whose growth a report shows as a picture; they are the most urgent of the forecast. */
const mostCurves = 8;

/** The facts of a report's pictures. @throws StoreUnavailable */
export const reportPictures = async (store: Store, report: ReportObject): Promise<ReportPictures> => {
  const today = dayOf(Date.parse(report.endedAt));
  const urgent = (report.plan?.forecast?.services ?? []).slice(0, mostCurves);
  const rows = new Map(serviceRows(report).map((row) => [serviceKey(row), row]));
  const growth = await Promise.all(
    urgent.map(async ({ project, service }) => {
      const maximumGb = rows.get(serviceKey({ project, service }))?.maximumGb ?? null;
      const picture = await growthOf(
        store,
        { project, service, maximumGb },
        { today, days: null, found: { records: [], isCut: true } },
      );
      return { ...picture, name: `${project}/${service}` };
    }),
  );
  return { report, growth };
};

/** The days that a picture shows, and the writes that it knows. */
type Wanted = Pick<GrowthSources, 'today' | 'days' | 'found'>;

/** Included disk of a service's plan in MB, as the store knows it; null if it does not. */
const planDiskOf = async (store: Store, record: InventoryRecord | undefined, name: string): Promise<number | null> => {
  const service = record?.services.find((candidate) => candidate.name === name);
  if (service === undefined) return null;
  const answer = await readAnswer<PlanSpecification | null>(store, keys.planDisk(service.type, service.plan));
  return answer?.answer?.diskMb ?? null;
};

/** The growth of one service, from what the store knows. @throws StoreUnavailable */
const growthOf = async (
  store: Store,
  { project, service: name, maximumGb }: Pick<ServiceRow, 'project' | 'service' | 'maximumGb'>,
  wanted: Wanted,
): Promise<GrowthPicture> => {
  const record = await readIfWhole<InventoryRecord>(store, keys.reading(project));
  const planDiskMb = await planDiskOf(store, record, name);
  const history = await readHistory(store, project);
  const bands = await lastBands(store);
  return growthFacts({ name, project, history, record, planDiskMb, maximumGb, bands, ...wanted });
};

/** Objects whose keys begin with a time, from one on. */
const readFrom = async <T>(store: Store, prefix: string, from: string): Promise<T[]> => {
  const listed = (await store.list(prefix)).filter((key) => key >= from);
  return (await inBatches(listed, (key) => readIfWhole<T>(store, key))).flatMap((object) => object ?? []);
};

/** The growth of one service with what changed in the days shown, from what the store knows. @throws StoreUnavailable */
export const pictureOf = async (
  store: Store,
  row: Pick<ServiceRow, 'project' | 'service' | 'maximumGb' | 'share'>,
  wanted: Wanted,
): Promise<GrowthPicture> => {
  const { today, days, found } = wanted;
  const growth = await growthOf(store, row, wanted);
  const { used, provisioned } = growth;
  const first = days === null ? Math.min(used[0]?.day ?? today, provisioned[0]?.day ?? today) : today - days;
  const since = isoInstant(first * dayMs);
  const policy = await store.get(keys.policy);
  const versions = await readFrom<PolicyVersion>(store, keys.policyVersions, keys.policyVersion(since, ''));
  const isIt = ({ project, service }: ServiceName) => project === row.project && service === row.service;
  const sources = {
    ...{ records: found.records, provisioned, budget: row.share?.budget },
    versions: datedVersions(versions.reverse(), policy === undefined ? null : policyDigest(policy.body)),
    moneyOfDays: await readFrom<MoneyOfDay>(store, keys.moneyOfDays, keys.moneyOfDay(since.slice(0, 10))),
    grants: (await readGrants(store)).filter(isIt),
    open: (await readFindingLog(store)).open.filter(isIt),
  };
  return { ...growth, marks: changesOf(sources, first, today) };
};
