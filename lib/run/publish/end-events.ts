import type { AuditLink } from '../../core/audit/audit.ts';
import type { Finding } from '../../core/model/decision.ts';
import type { PublishPorts, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { updateObject } from '../store/objects.ts';
import type { LatestReport, ReportObject } from '../store/run-objects.ts';
import { noteRunEnded } from '../store/run-summaries.ts';
import type { EndedRun } from './notices.ts';
import { publishAll } from './outbox.ts';
import { writeReport } from './reports.ts';
import { completionOf, runEvents } from './run-events.ts';

const findingOf = (unpublished: number): Finding => ({
  code: 'events-not-published',
  project: '',
  service: '',
  message: `The bus did not take ${unpublished} ${unpublished === 1 ? 'event' : 'events'} of this run. The next run publishes them again; see 'headroom runbook events-not-published'.`,
});

/** Says in the report of a run and in its row of the list of runs that events wait. Its outcome stays. */
const noteUnpublished = async (
  store: Store,
  { run, report, besides }: EndedRun,
  end: AuditLink | undefined,
  unpublished: number,
): Promise<void> => {
  const { runId, plan } = report;
  const finding = findingOf(unpublished);
  const noted: ReportObject = {
    ...report,
    plan: plan && { ...plan, findings: [...plan.findings, finding] },
    unpublished,
  };
  await writeReport(store, noted, [...besides, finding]);
  await updateObject<LatestReport>(store, keys.latestReport, (latest) =>
    latest?.runId === runId ? { ...latest, unpublished } : undefined,
  );
  await noteRunEnded(store, run, noted, end);
};

/**
 * Publishes the events of a run that has stored everything and has no lease any more: a bus that is down, or refuses an
 * event, fails no run and keeps none waiting.
 * @param end end of the audit with the writes of the run
 * @returns the number of its events that the bus did not take
 */
export const publishEnd = async (ports: PublishPorts, ended: EndedRun, end: AuditLink | undefined): Promise<number> => {
  const { report } = ended;
  const events = { first: runEvents(report), last: completionOf(report, end) };
  const unpublished = await publishAll(ports, report.runId, events);
  if (unpublished > 0) await noteUnpublished(ports.store, ended, end, unpublished);
  return unpublished;
};
