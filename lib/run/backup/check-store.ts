import type { Store } from '../../ports.ts';
import { type Verification, verifyAudit } from '../audit/reading.ts';
import { problemOf } from '../store/content.ts';
import { inBatches } from '../store/in-batches.ts';
import { partsOf } from '../store/long-lists.ts';
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
  const parts: string[] = [];
  await inBatches(kept, async ({ key, currentKey }) => {
    const stored = await store.get(key);
    const problem = stored && problemOf(currentKey, stored.body);
    if (problem !== undefined) damaged.push(`${key}: ${problem}`);
    if (stored !== undefined && problem === undefined) parts.push(...partsOf(currentKey, stored.body));
  });
  const known = new Set(kept.map(({ key }) => key));
  damaged.push(...parts.filter((key) => !known.has(key)).map((key) => `${key}: it is missing`));
  return { objects: kept.length, audit: await verifyAudit(store), damaged: damaged.sort() };
};
