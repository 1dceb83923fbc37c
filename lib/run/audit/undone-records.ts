import { UndoUnknown } from '../../contract/errors.ts';
import type { AuditedWrite, AuditRecord } from '../../core/audit/audit.ts';
import { recordsInScope, type UndoScope, undoPartText } from '../../core/audit/undo-scope.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { assertOver } from '../inventory/lease-holder.ts';
import { keys } from '../store/keys.ts';
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

const partOf = async <T extends AuditedWrite>(
  store: Store,
  runId: string,
  records: readonly T[],
  part: UndoScope,
): Promise<readonly T[]> => {
  if (records.length === 0) {
    const isKnown = (await store.get(keys.run(runId))) !== undefined;
    const what = isKnown ? 'wrote nothing, so nothing is to undo' : 'has no writes in the audit';
    throw new UndoUnknown(`run ${runId} ${what}; 'headroom audit' lists the runs that wrote`);
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
): Promise<readonly AuditRecord[]> => partOf(store, runId, await auditRecordsOf(store, runId), part);

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
  return partOf(store, runId, isDead ? await auditedWrites(store, runId) : await auditRecordsOf(store, runId), part);
};
