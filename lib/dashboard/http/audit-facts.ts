import type { AuditRecord } from '../../core/audit/audit.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { counted } from '../../core/model/visible-text.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { auditedRuns, auditRecordsOf, verifyAudit } from '../../run/audit/reading.ts';
import type { Checked, Writes } from '../pages/audit.ts';

/** Writes that a page lists, and runs that it reads for them. */
const mostRecords = 200;
const mostRuns = 200;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The newest writes that match, up to a file that differs from its sealed state. */
export const newestRecords = async (store: Store, matches: (record: AuditRecord) => boolean): Promise<Writes> => {
  const records: AuditRecord[] = [];
  let read = 0;
  try {
    for await (const run of auditedRuns(store)) {
      records.push(...run.filter(matches));
      read += 1;
      if (records.length >= mostRecords || read >= mostRuns)
        return { records: records.slice(0, mostRecords), isCut: true, problem: null };
    }
    return { records, isCut: false, problem: null };
  } catch (error) {
    return { records, isCut: true, problem: textOf(error) };
  }
};

/** The writes of one run. */
export const recordsOfRun = async (store: Store, runId: string): Promise<Writes> => {
  try {
    return { records: await auditRecordsOf(store, runId), isCut: false, problem: null };
  } catch (error) {
    return { records: [], isCut: true, problem: textOf(error) };
  }
};

/** Checks the whole chain. */
export const verified = async ({ store, clock }: StorePorts): Promise<NonNullable<Checked>> => {
  const at = isoInstant(clock.now());
  try {
    const { files, records } = await verifyAudit(store);
    return {
      at,
      ok: true,
      text: `${counted(records, 'record')} of ${counted(files, 'run')} ${records === 1 ? 'is' : 'are'} unchanged.`,
    };
  } catch (error) {
    return { at, ok: false, text: textOf(error) };
  }
};
