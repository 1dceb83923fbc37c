import type { AuditRecord } from '../../core/audit/audit.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { auditedRuns, verifyAudit } from '../../run/audit/reading.ts';
import type { Checked } from '../pages/audit.ts';

/** Writes that a page lists, and runs that it reads for them. */
const mostRecords = 200;
const mostRuns = 50;

/** The newest writes that match; cut where older ones may exist. */
export const newestRecords = async (
  store: Store,
  matches: (record: AuditRecord) => boolean,
): Promise<{ readonly records: readonly AuditRecord[]; readonly isCut: boolean }> => {
  const records: AuditRecord[] = [];
  let read = 0;
  for await (const run of auditedRuns(store)) {
    records.push(...run.filter(matches));
    read += 1;
    if (records.length >= mostRecords || read >= mostRuns)
      return { records: records.slice(0, mostRecords), isCut: true };
  }
  return { records, isCut: false };
};

/** Checks the whole chain. */
export const verified = async ({ store, clock }: StorePorts): Promise<NonNullable<Checked>> => {
  const at = isoInstant(clock.now());
  try {
    const { files, records } = await verifyAudit(store);
    return { at, ok: true, text: `${records} records of ${files} runs are unchanged.` };
  } catch (error) {
    return { at, ok: false, text: error instanceof Error ? error.message : String(error) };
  }
};
