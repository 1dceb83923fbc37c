import type { AuditRecord } from '../../../core/audit/audit.ts';
import { auditedText } from '../../../core/audit/audited-text.ts';
import { requesterText } from '../../../core/audit/requester-text.ts';
import type { Store } from '../../../ports.ts';
import { auditedRuns } from '../../../run/audit/reading.ts';
import { timeText } from '../../shell/short-text.ts';

/** Runs of the audit that are read for one service: each may be an object of megabytes. */
const mostRuns = 20;

/** The newest write for a service; `unknown` says why the audit does not tell, null that it has none. */
export type LastWrite = AuditRecord | { readonly unknown: string } | null;

/** Looks for the newest write for a service in the audit. An audit that cannot be read is no reason to explain nothing. */
export const lastWriteFor = async (store: Store, project: string, service: string): Promise<LastWrite> => {
  let runs = 0;
  try {
    for await (const records of auditedRuns(store)) {
      const found = records.find((record) => record.project === project && record.service === service);
      if (found !== undefined) return found;
      runs += 1;
      if (runs === mostRuns)
        return { unknown: `not in the last ${mostRuns} runs that wrote; see headroom audit --service ${service}` };
    }
  } catch (error) {
    return { unknown: error instanceof Error ? error.message : String(error) };
  }
  return null;
};

/** Users know a new size by the command that made it. */
const deedOf = ({ kind, before, after }: AuditRecord): string => {
  if (before?.kind !== 'disk' || after?.kind !== 'disk') return kind;
  return after.diskMb < before.diskMb ? 'reclaimed' : 'prepared';
};

/** `Last write: update-endpoint, 100 GB → 200 GB, confirmed, 2 minutes ago (…), by …`; undefined if there is none. */
export const lastWriteText = (write: LastWrite, nowMs: number): string | undefined => {
  if (write === null) return undefined;
  if ('unknown' in write) return `Last write: unknown: ${write.unknown}`;
  const { before, after, status, at } = write;
  const change = `${deedOf(write)}, ${auditedText(before)} → ${auditedText(after)}, ${status}`;
  return `Last write: ${change}, ${timeText(at, nowMs)}, by ${requesterText(write)}`;
};
