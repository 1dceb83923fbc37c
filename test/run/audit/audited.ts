import type { AuditRecord } from '../../../lib/core/audit/audit.ts';
import type { Store } from '../../../lib/ports.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { auditedRuns } from '../../../lib/run/audit/reading.ts';
import { leaveRun } from '../stored.ts';

export const clock = { now: () => Date.parse('2030-01-01T00:00:00Z') };

/** Runs in the audit, each with two writes. */
export const audited = async (store: Store, last: number, first = 1) => {
  for (let run = first; run <= last; run += 1) {
    await leaveRun(store, `run-${run}`, ['a', 'b']);
    await sealRun({ store, clock }, `run-${run}`);
  }
};

/** All records, oldest first. */
export const recordsOf = async (store: Store): Promise<AuditRecord[]> => {
  const records: AuditRecord[] = [];
  for await (const run of auditedRuns(store)) records.unshift(...run.toReversed());
  return records;
};

export const namesOf = async (store: Store) =>
  (await recordsOf(store)).map(({ runId, service }) => `${runId} ${service}`);
