import type { AuditLink } from '../../core/audit/audit.ts';
import type { Store } from '../../ports.ts';
import { type Verification, verifyAudit } from '../audit/reading.ts';
import { inBatches } from '../store/in-batches.ts';
import { partsOf } from '../store/long-lists.ts';
import { selectKept } from './export-store.ts';
import { objectProblem } from './named-key.ts';

/** A store whose kept objects were all read. */
interface CheckedStore {
  readonly objects: number;
  readonly audit: Verification;
  /** Unreadable objects with their problem, in order. */
  readonly damaged: readonly string[];
}

/**
 * Reads every object that an export keeps, and the chain of the audit.
 * @param head an earlier end of the audit from outside of the store
 * @throws Error if the audit is not as it was sealed, or had another end
 */
export const checkStore = async (store: Store, head?: AuditLink): Promise<CheckedStore> => {
  const { kept } = await selectKept(store);
  const damaged: string[] = [];
  const parts: string[] = [];
  await inBatches(kept, async ({ key }) => {
    const stored = await store.get(key);
    const problem = stored && objectProblem(key, stored.body);
    if (problem !== undefined) damaged.push(`${key}: ${problem}`);
    if (stored !== undefined && problem === undefined) parts.push(...partsOf(key, stored.body));
  });
  const known = new Set(kept.map(({ key }) => key));
  damaged.push(...parts.filter((key) => !known.has(key)).map((key) => `${key}: it is missing`));
  return { objects: kept.length, audit: await verifyAudit(store, head), damaged: damaged.sort() };
};
