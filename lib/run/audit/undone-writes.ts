import { UndoUnknown } from '../../contract/errors.ts';
import type { AuditedWrite } from '../../core/audit/audit.ts';
import { recordsInScope, type UndoScope, undoPartText } from '../../core/audit/undo-scope.ts';
import type { StorePorts } from '../../ports.ts';
import { assertOver } from '../inventory/lease-holder.ts';
import { keys } from '../store/keys.ts';
import { isUnsealed } from './log.ts';
import { auditRecordsOf } from './reading.ts';
import { auditedWrites } from './writes.ts';

/** Places to list in the error. */
const mostNames = 5;

const placesOf = (records: readonly AuditedWrite[]): string => {
  const names = [
    ...new Set(records.map(({ project, service, endpointName }) => `${project}/${service || endpointName}`)),
  ];
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/**
 * Writes of a run to undo: all of them, or the writes of one part. The audit gets the writes of a run that died only when another
 * run takes the lease; until then they come from the records of the run itself.
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
  const records = isDead ? await auditedWrites(store, runId) : await auditRecordsOf(store, runId);
  if (records.length === 0) {
    const isKnown = (await store.get(keys.run(runId))) !== undefined;
    const what = isKnown ? 'wrote nothing, so nothing is to undo' : 'has no writes in the audit';
    throw new UndoUnknown(`run ${runId} ${what}; 'headroom audit' lists the runs that wrote`);
  }
  const partRecords = recordsInScope(records, part);
  if (partRecords.length > 0) return partRecords;
  throw new UndoUnknown(`run ${runId} wrote nothing for ${undoPartText(part)}; it wrote to ${placesOf(records)}`);
};
