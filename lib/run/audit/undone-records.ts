import { UndoUnknown } from '../../contract/errors.ts';
import type { AuditRecord } from '../../core/audit/audit.ts';
import { recordsOfPart, type UndoPart, undoPartText } from '../../core/audit/undo-part.ts';
import type { Store } from '../../ports.ts';
import { auditRecordsOf } from './reading.ts';

/** So many names show what was mistyped. */
const mostNames = 5;

const placesOf = (records: readonly AuditRecord[]): string => {
  const places = [
    ...new Set(records.map(({ project, service, endpointName }) => `${project}/${service || endpointName}`)),
  ];
  const more = places.length - mostNames;
  return `${places.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/**
 * The writes of a run that are to be undone: all of them, or those of a part.
 * @throws UndoUnknown when there are none
 */
export const undoneRecords = async (
  store: Store,
  runId: string,
  part: UndoPart = {},
): Promise<readonly AuditRecord[]> => {
  const records = await auditRecordsOf(store, runId);
  if (records.length === 0) {
    throw new UndoUnknown(`run ${runId} has no writes in the audit; see headroom audit for the runs that have`);
  }
  const own = recordsOfPart(records, part);
  if (own.length > 0) return own;
  throw new UndoUnknown(`run ${runId} wrote nothing for ${undoPartText(part)}; it wrote to ${placesOf(records)}`);
};
