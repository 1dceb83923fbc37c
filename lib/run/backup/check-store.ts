import type { Store } from '../../ports.ts';
import { type Verification, verifyAudit } from '../audit/reading.ts';
import { problemOf } from '../store/content.ts';
import { inBatches } from '../store/in-batches.ts';
import { selectKept } from './export-store.ts';

/** A store whose kept objects were all read. */
export interface CheckedStore {
  readonly objects: number;
  readonly audit: Verification;
  /** Unreadable objects with their problem, in order. */
  readonly damaged: readonly string[];
}

/** Reads every object that an export keeps, and the chain of the audit. @throws Error if the audit is not as it was sealed */
export const checkStore = async (store: Store): Promise<CheckedStore> => {
  const { kept } = await selectKept(store);
  const damaged: string[] = [];
  await inBatches(kept, async ({ key, currentKey }) => {
    const stored = await store.get(key);
    const problem = stored && problemOf(currentKey, stored.body);
    if (problem !== undefined) damaged.push(`${key}: ${problem}`);
  });
  return { objects: kept.length, audit: await verifyAudit(store), damaged: damaged.sort() };
};
