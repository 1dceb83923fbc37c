import type { DiskFacts } from '../../core/status/disks.ts';
import type { Store } from '../../ports.ts';
import { readFindingLog } from '../publish/notices.ts';
import { describing } from '../publish/organization-report.ts';
import type { ReportObject } from '../store/run-objects.ts';

/** What runs found out about the disks, after the latest of them. */
export const diskFacts = async (store: Store, latest: ReportObject | null): Promise<DiskFacts> => {
  // Of an organization without services no report describes any.
  const whole = latest && ((await describing(store, latest)) ?? (latest.part === undefined ? latest : null));
  return { known: whole?.plan?.disks ?? null, open: (await readFindingLog(store)).open };
};
