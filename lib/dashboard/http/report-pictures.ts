import { dayOf } from '../../core/forecast/project-history.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import type { Store } from '../../ports.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { serviceRows } from '../facts/service-rows.ts';
import type { ReportPictures } from '../pages/report/page.ts';
import { growthOf } from './growth-of.ts';

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
      const picture = await growthOf(store, { project, service, maximumGb }, today);
      return { ...picture, name: `${project}/${service}` };
    }),
  );
  return { report, growth };
};
