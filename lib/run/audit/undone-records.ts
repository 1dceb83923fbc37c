import { UndoUnknown } from '../../contract/errors.ts';
import type { AuditedWrite, AuditRecord } from '../../core/audit/audit.ts';
import { recordsInScope, type UndoScope, undoPartText } from '../../core/audit/undo-scope.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { assertOver } from '../inventory/lease-holder.ts';
import { isUnsealed } from './log.ts';
import { auditRecordsOf } from './reading.ts';
import { auditedWrites } from './writes.ts';

/** Places to list in the error. */
const mostNames = 5;

const placesOf = (records: readonly AuditedWrite[]): string => {
  const places = [
    ...new Set(records.map(({ project, service, endpointName }) => `${project}/${service || endpointName}`)),
  ];
  const more = places.length - mostNames;
  return `${places.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const partOf = <T extends AuditedWrite>(runId: string, records: readonly T[], part: UndoScope): readonly T[] => {
  if (records.length === 0) {
    throw new UndoUnknown(`run ${runId} has no writes in the audit; 'headroom audit' lists the runs that do`);
  }
  const partRecords = recordsInScope(records, part);
  if (partRecords.length > 0) return partRecords;
  throw new UndoUnknown(`run ${runId} wrote nothing for ${undoPartText(part)}; it wrote to ${placesOf(records)}`);
};

/**
 * Writes of a run to undo, from the audit: all of them, or the writes of one part.
 * @throws UndoUnknown if there are none
 */
export const undoneRecords = async (
  store: Store,
  runId: string,
  part: UndoScope = {},
): Promise<readonly AuditRecord[]> => partOf(runId, await auditRecordsOf(store, runId), part);

/**
 * The same writes before the lease is taken. The audit gets the writes of a run that died only afterwards.
 * @throws UndoUnknown if there are none; LeaseHeld if that run may still write
 */
export const undoneWrites = async (
  ports: StorePorts,
  runId: string,
  part: UndoScope = {},
): Promise<readonly AuditedWrite[]> => {
  await assertOver(ports, runId);
  const { store } = ports;
  const isDead = await isUnsealed(store, runId);
  return partOf(runId, isDead ? await auditedWrites(store, runId) : await auditRecordsOf(store, runId), part);
};
