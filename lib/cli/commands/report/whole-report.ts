import { serviceKey } from '../../../core/model/grouping.ts';
import type { Store } from '../../../ports.ts';
import { describing } from '../../../run/publish/reports.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';

/** A report, and how much of the organization it describes. */
export interface WholeOrPart {
  readonly report: ReportObject;
  /** Such as `1 of 3 services`; empty if it describes all. */
  readonly part: string;
  /** What to say of another run; absent if nothing. */
  readonly note?: string;
}

const servicesIn = ({ plan }: ReportObject): number => plan?.decisions.length ?? 0;

/** Whether a report has every service of another one: a run for some projects reads all services of a shared budget. */
const covers = (report: ReportObject, whole: ReportObject): boolean => {
  const own = new Set((report.plan?.decisions ?? []).map(serviceKey));
  return (whole.plan?.decisions ?? []).every((decision) => own.has(serviceKey(decision)));
};

/** @param whole the last report that describes all services; undefined if the store has none */
const withPart = (report: ReportObject, whole: ReportObject | undefined): WholeOrPart => {
  const services = servicesIn(report);
  if (whole === undefined) return { report, part: `${services} services; no run of this store describes all` };
  return { report, part: covers(report, whole) ? '' : `${services} of ${servicesIn(whole)} services` };
};

/** Whether a run ended before it decided about a service or a change. */
const decidesNothing = ({ plan }: ReportObject): boolean =>
  plan === null || plan.decisions.length + plan.changes.length === 0;

/** A report that its reader has named. */
export const namedReport = async (store: Store, report: ReportObject): Promise<WholeOrPart> =>
  withPart(report, await describing(store, report));

/**
 * The latest report, or the last one that describes all services in its place: where a table stands for the organization, and
 * where the latest run decided nothing, so that an outage empties no document.
 * @throws Error if a table needs a report of all services and the store has none
 */
export const latestOrWhole = async (store: Store, latest: ReportObject, isTable: boolean): Promise<WholeOrPart> => {
  const whole = await describing(store, latest);
  const did = latest.part ? 'was for some projects only' : 'does not describe the services';
  const ofLatest = `The latest run (${latest.outcome}) ${did}`;
  if (whole === latest || (whole === undefined && !isTable)) return withPart(latest, whole);
  if (whole === undefined) {
    throw new Error(
      `no run of this store describes all services. ${ofLatest}: headroom apply for all projects makes one, and --run ${latest.runId} gives the table of this part`,
    );
  }
  if (isTable || decidesNothing(latest)) {
    const note = `The report is of run ${whole.runId}, which ended ${whole.endedAt}. ${ofLatest}: headroom report --run ${latest.runId}`;
    return { ...withPart(whole, whole), note };
  }
  const last = `the last one ${latest.part ? 'of all' : 'that does'}: headroom report --run ${whole.runId}`;
  return { ...withPart(latest, whole), note: `${ofLatest}; ${last}` };
};
