import { NotFound } from '../../contract/errors.ts';
import { type Explanation, explain } from '../../core/explain/explain.ts';
import { explanationLines } from '../../core/explain/lines.ts';
import { olderReading } from '../../core/explain/older-reading.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Store } from '../../ports.ts';
import { readAdopted } from '../../run/apply/adopted.ts';
import { readIndex } from '../../run/inventory/index-of-readings.ts';
import { lastReading } from '../../run/inventory/record.ts';
import { runPolicy } from '../../run/policy/policy-in-force.ts';
import { describingService, readLatestReport } from '../../run/publish/reports.ts';
import { keys } from '../../run/store/keys.ts';
import { readObject } from '../../run/store/objects.ts';
import type { InventoryRecord, ReportObject, RunObject } from '../../run/store/run-objects.ts';

/** An explanation from the store alone, and the run that it rests on. */
interface StoredExplanation {
  /** Null if the project has no such service. */
  readonly explanation: Explanation | null;
  readonly report: Pick<ReportObject, 'runId' | 'endedAt' | 'outcome'>;
  /** Whether it is the last run; a later one decided nothing about the service. */
  readonly isLatest: boolean;
}

/**
 * Explains a service by the report of the last run that decided about it and the last reading of its project: no call and no
 * token is needed.
 * @throws Error if the store has no such run or reading
 */
export const explainStored = async (
  store: Store,
  project: string,
  service: string,
  nowMs: number,
): Promise<StoredExplanation> => {
  const latest = await readLatestReport(store);
  const report = latest && (await describingService(store, latest, { project, service }));
  const run = report && (await readObject<RunObject>(store, keys.run(report.runId)));
  const record = await readObject<InventoryRecord>(store, keys.reading(project));
  if (report === undefined || report.plan === null || run === undefined)
    throw new NotFound('the store has no run with a plan; ask for one, or explain without --stored');
  if (record === undefined)
    throw new NotFound(`the store has no reading of project ${project}; check --store and the name`);
  const now = isoInstant(nowMs);
  const { indexed } = await readIndex(store, record.organization);
  const reading = lastReading(project, record, indexed.get(project));
  const explanation = explain({
    policy: runPolicy(run),
    snapshot: reading,
    service,
    today: now.slice(0, 10),
    plan: report.plan,
    results: report.results,
    reading: olderReading(reading.readAt, now),
    adopted: await readAdopted(store, project),
  });
  return { explanation, report, isLatest: report === latest };
};

/** The same as lines of text for a page; none where the store has no such run or reading. */
export const storedLines = async (
  store: Store,
  project: string,
  service: string,
  nowMs: number,
): Promise<readonly string[]> => {
  const found = await explainStored(store, project, service, nowMs).catch(() => undefined);
  return found?.explanation == null ? [] : explanationLines(found.explanation);
};
