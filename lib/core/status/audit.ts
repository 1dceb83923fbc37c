import type { AuditLink } from '../audit/audit.ts';
import { problem, type StatusLine } from './status.ts';

/**
 * Whether the audit lost files at its end; no line if it did not. `headroom audit --verify` reads the files themselves.
 * @param head the end of the audit by its head
 * @param named the last end that the records of runs name; undefined if none names one
 */
export const judgeAudit = (
  head: AuditLink,
  named: (AuditLink & { readonly runId: string }) | undefined,
): StatusLine[] => {
  if (named === undefined || head.sequence > named.sequence || head.hash === named.hash) return [];
  const says =
    head.sequence === named.sequence
      ? `file ${head.sequence} is not the one that run ${named.runId} names`
      : `ends at file ${head.sequence}, but run ${named.runId} names file ${named.sequence}: its end was removed`;
  return [
    problem('audit', says, 'headroom audit --verify, then restore the files from a backup or an earlier version'),
  ];
};
