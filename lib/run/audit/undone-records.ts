import { UndoUnknown } from '../../contract/errors.ts';
import type { AuditRecord } from '../../core/audit/audit.ts';
import { recordsOfPart, type UndoPart, undoPartText } from '../../core/audit/undo-part.ts';
import type { Store } from '../../ports.ts';
import { auditRecordsOf } from './reading.ts';

/** Places to list in the error. */
const mostNames = 5;

const placesOf = (records: readonly AuditRecord[]): string => {
  const places = [
    ...new Set(records.map(({ project, service, endpointName }) => `${project}/${service || endpointName}`)),
  ];
  const more = places.length - mostNames;
  return `${places.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/**
 * Writes of a run to undo: all of them, or those of a part.
 * @throws UndoUnknown if there are none
 */
export const undoneRecords = async (
  store: Store,
  runId: string,
  part: UndoPart = {},
): Promise<readonly AuditRecord[]> => {
  const records = await auditRecordsOf(store, runId);
  if (records.length === 0) {
    throw new UndoUnknown(`run ${runId} has no writes in the audit; 'headroom audit' lists the runs that do`);
  }
  const partRecords = recordsOfPart(records, part);
  if (partRecords.length > 0) return partRecords;
  throw new UndoUnknown(`run ${runId} wrote nothing for ${undoPartText(part)}; it wrote to ${placesOf(records)}`);
};
