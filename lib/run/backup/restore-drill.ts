import type { AuditLink } from '../../core/audit/audit.ts';
import { counted } from '../../core/model/visible-text.ts';
import type { StorePorts } from '../../ports.ts';
import { assertContains, verifyAudit } from '../audit/reading.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { CheckedExport } from './check-export.ts';
import { importStore } from './import-store.ts';

/**
 * Restores an export into a store in memory, as a person would after a loss, and compares it: every object with the export, the
 * chain of the audit with the store that it came from, and with the ends that earlier backups had.
 * @throws Error with the difference
 */
export const drillRestore = async (
  { store, clock }: StorePorts,
  open: () => AsyncIterable<string>,
  earlier: readonly AuditLink[] = [],
): Promise<CheckedExport> => {
  const scratch = createMemoryStore();
  const request = { open, overwrites: false, withDamaged: true, head: undefined, organization: undefined };
  const { checked } = await importStore({ store: scratch, clock }, request);
  const { end } = await verifyAudit(scratch);
  if (end.sequence !== checked.auditEnd.sequence || end.hash !== checked.auditEnd.hash)
    throw new Error(
      `the restored audit ends after ${counted(end.sequence, 'file')}, the export after ${checked.auditEnd.sequence}`,
    );
  for (const anchor of earlier) await assertContains(scratch, anchor, end);
  // The store may have been continued meanwhile, but never from another end.
  await assertContains(store, end, end);
  return checked;
};
