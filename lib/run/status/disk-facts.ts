import { dayMs, isoInstant } from '../../core/model/durations.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import type { DiskFacts } from '../../core/status/disks.ts';
import type { Store } from '../../ports.ts';
import { describing } from '../publish/reports.ts';
import type { ReportObject } from '../store/run-objects.ts';
import { openFindings } from './morning.ts';

/** Of an organization without services no report describes any: then the latest one counts that saw all of it. */
const sawNoService = ({ outcome, part, plan }: ReportObject): boolean =>
  outcome !== 'stopped' && part === undefined && plan?.disks !== undefined && plan.decisions.length === 0;

export const wholeReport = async (store: Store, latest: ReportObject): Promise<ReportObject | undefined> =>
  (await describing(store, latest)) ?? (sawNoService(latest) ? latest : undefined);

/** The soonest of the forecasts of a run, without the disks that it has raised since it made them. */
const firstToStop = ({ plan, results, endedAt }: ReportObject): Pick<DiskFacts, 'first'> => {
  const raised = new Set(
    results.flatMap((result) =>
      result.phase === 'grant' && result.status === 'confirmed' ? [serviceKey(result)] : [],
    ),
  );
  const soonest = (plan?.forecast?.services ?? [])
    .filter((disk) => !disk.isReached && disk.soonestDaysToMaximum !== null && !raised.has(serviceKey(disk)))
    .sort((a, b) => (a.soonestDaysToMaximum ?? 0) - (b.soonestDaysToMaximum ?? 0))[0];
  if (soonest === undefined) return {};
  const { project, service, soonestDaysToMaximum } = soonest;
  const day = isoInstant(Date.parse(endedAt) + (soonestDaysToMaximum ?? 0) * dayMs).slice(0, 10);
  return { first: { project, service, day } };
};

/** What the runs of a store found out about the disks. */
export const diskFacts = async (store: Store, latest: ReportObject | null, nowMs: number): Promise<DiskFacts> => {
  const whole = latest === null ? undefined : await wholeReport(store, latest);
  return {
    counts: whole?.plan?.disks ?? null,
    msAgo: whole === undefined ? null : nowMs - Date.parse(whole.endedAt),
    ...(whole === undefined ? {} : firstToStop(whole)),
    findings: await openFindings(store, whole),
  };
};
