import * as z from 'zod';
import { type FoundMode, modes } from '../core/model/mode.ts';

const storeMode = z.strictObject({
  version: z.literal(1),
  mode: z.enum(modes),
  since: z.iso.datetime(),
  by: z.string(),
  restrained: z.iso.datetime().optional(),
});

/**
 * Parses the mode object of the store. It never throws: an unreadable object is a problem, and the mode is then stop.
 * @param key name of the object in messages
 */
export const parseStoreMode = (body: string, key: string): FoundMode => {
  try {
    const read = storeMode.safeParse(JSON.parse(body));
    if (!read.success) return { problem: `${key} in the store contains no valid mode` };
    const { version: _, ...mode } = read.data;
    return mode;
  } catch {
    return { problem: `${key} in the store is not JSON` };
  }
};
