import * as z from 'zod';
import { type FoundMode, modes } from '../core/model/mode.ts';

const storeMode = z.strictObject({
  /** Absent in what was written before there was one. */
  version: z.literal(1).optional(),
  mode: z.enum(modes),
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
    if (!read.success) return { problem: `${key} in the store says no mode` };
    const { version: _, ...mode } = read.data;
    return mode;
  } catch {
    return { problem: `${key} in the store is not JSON` };
  }
};
