import { dayOf } from '../../core/forecast/project-history.ts';
import type { Store } from '../../ports.ts';
import { readHistory } from '../../run/store/histories.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { InventoryRecord, ReportObject } from '../../run/store/run-objects.ts';
import { growthFacts } from '../facts/growth.ts';
import type { ReportPictures } from '../pages/report.ts';

/** Services whose growth a report shows as a picture; they are the most urgent of the forecast. */
const mostCurves = 8;

/** The facts of a report's pictures. @throws StoreUnavailable */
export const reportPictures = async (store: Store, report: ReportObject): Promise<ReportPictures> => {
  const today = dayOf(Date.parse(report.endedAt));
  const urgent = (report.plan?.forecast?.services ?? []).slice(0, mostCurves);
  const growth = await Promise.all(
    urgent.map(async ({ project, service }) => {
      const record = await readIfWhole<InventoryRecord>(store, keys.inventory(project));
      const picture = growthFacts(service, project, await readHistory(store, project), record, today);
      return { ...picture, name: `${project}/${service}` };
    }),
  );
  return { report, growth };
};
