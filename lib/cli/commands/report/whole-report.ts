import { serviceKey } from '../../../core/model/grouping.ts';
import type { Store } from '../../../ports.ts';
import { describing } from '../../../run/publish/organization-report.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';

/** A report beside the last one that describes all services, if it does not do so itself. */
export interface ReportAndWhole {
  readonly report: ReportObject;
  /** Undefined if the report describes all services, or if the store has no such report. */
  readonly whole: ReportObject | undefined;
  readonly isWhole: boolean;
}

export const withWhole = async (store: Store, report: ReportObject): Promise<ReportAndWhole> => {
  const whole = await describing(store, report);
  return whole === report ? { report, whole: undefined, isWhole: true } : { report, whole, isWhole: false };
};

const servicesIn = ({ plan }: ReportObject): number => plan?.decisions.length ?? 0;

/** Whether a report has every service of another one: a run for some projects reads all services of a shared budget. */
const covers = (report: ReportObject, whole: ReportObject): boolean => {
  const own = new Set((report.plan?.decisions ?? []).map(serviceKey));
  return (whole.plan?.decisions ?? []).every((decision) => own.has(serviceKey(decision)));
};

/** How much of the organization a report describes; empty if all of it. */
export const partText = ({ report, whole, isWhole }: ReportAndWhole): string => {
  const services = servicesIn(report);
  if (isWhole || (whole !== undefined && covers(report, whole))) return '';
  return whole === undefined
    ? `${services} services; no run of this store describes all`
    : `${services} of ${servicesIn(whole)} services`;
};

/** What a run is that does not describe all services. */
const kindText = ({ report }: ReportAndWhole): string =>
  report.part ? 'was for some projects only' : 'does not describe the services';

/** The note beside a report of the latest run; undefined if it describes the services, or no other one does. */
export const latestNote = (found: ReportAndWhole): string | undefined =>
  found.whole === undefined
    ? undefined
    : `The latest run (${found.report.outcome}) ${kindText(found)}; the last one ${found.report.part ? 'of all' : 'that does'}: headroom report --run ${found.whole.runId}`;

/** Whether a run ended before it decided about a service or a change. */
export const decidesNothing = ({ plan }: ReportObject): boolean =>
  plan === null || plan.decisions.length + plan.changes.length === 0;

/** The last report that describes the services in the place of one that does not, with the note that says so. */
export const insteadOf = (found: ReportAndWhole): { readonly report: ReportObject; readonly note?: string } => {
  const { report, whole } = found;
  if (whole === undefined) return { report };
  const latest = `The latest run (${report.outcome}) ${kindText(found)}: headroom report --run ${report.runId}`;
  return { report: whole, note: `The report is of run ${whole.runId}, which ended ${whole.endedAt}. ${latest}` };
};

/**
 * The report whose table stands for the organization, with the note that says so.
 * @throws Error if no run describes all services
 */
export const forCsv = (found: ReportAndWhole): { readonly report: ReportObject; readonly note?: string } => {
  const { report, whole, isWhole } = found;
  if (isWhole) return { report };
  const latest = `The latest run ${report.runId} (${report.outcome}) ${kindText(found)}`;
  if (whole === undefined) {
    throw new Error(
      `no run of this store describes all services. ${latest}: headroom apply for all projects makes one, and --run ${report.runId} gives the table of this part`,
    );
  }
  return { report: whole, note: `The table is of run ${whole.runId} (all ${servicesIn(whole)} services). ${latest}.` };
};
