import { dayOf } from '../../core/forecast/project-history.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import type { PlanSpecification, Store } from '../../ports.ts';
import { lastBands } from '../../run/inventory/index-of-readings.ts';
import { readAnswer } from '../../run/lookup/stored-answer.ts';
import { readHistory } from '../../run/store/histories.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { InventoryRecord, ReportObject } from '../../run/store/run-objects.ts';
import { type GrowthSources, growthFacts } from '../facts/growth.ts';
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
        { today, days: null, found: { records: [], isCut: false } },
      );
      return { ...picture, name: `${project}/${service}` };
    }),
  );
  return { report, growth };
};

/** Included disk of a service's plan in MB, as the store knows it; null if it does not. */
const planDiskOf = async (store: Store, record: InventoryRecord | undefined, name: string): Promise<number | null> => {
  const service = record?.services.find((candidate) => candidate.name === name);
  if (service === undefined) return null;
  const answer = await readAnswer<PlanSpecification | null>(store, keys.planDisk(service.type, service.plan));
  return answer?.answer?.diskMb ?? null;
};

/** The growth of one service, from what the store knows. @throws StoreUnavailable */
export const growthOf = async (
  store: Store,
  { project, service: name, maximumGb }: Pick<ServiceRow, 'project' | 'service' | 'maximumGb'>,
  wanted: Pick<GrowthSources, 'today' | 'days' | 'found'>,
): Promise<GrowthPicture> => {
  const record = await readIfWhole<InventoryRecord>(store, keys.reading(project));
  const planDiskMb = await planDiskOf(store, record, name);
  const history = await readHistory(store, project);
  const bands = await lastBands(store);
  return growthFacts({ name, project, history, record, planDiskMb, maximumGb, bands, ...wanted });
};
