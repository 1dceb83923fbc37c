import * as z from 'zod';
import type { FoundMode } from '../core/mode.ts';

const storeMode = z.strictObject({
  mode: z.enum(['observe', 'enforce', 'stop']),
  since: z.iso.datetime(),
  by: z.string(),
});

/**
 * Reads the object of the store that holds the mode. It never fails: what cannot be read is a problem, in words, and the
 * mode is then stop.
 * @param key how the words call the object
 */
export const parseStoreMode = (body: string, key: string): FoundMode => {
  try {
    const read = storeMode.safeParse(JSON.parse(body));
    return read.success ? read.data : { problem: `${key} in the store says no mode` };
  } catch {
    return { problem: `${key} in the store is not JSON` };
  }
};
