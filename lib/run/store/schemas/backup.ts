import * as z from 'zod';
import { count, text, time } from './parts.ts';

/** What the store knows of its backups. */
export const backup = z.object({
  since: time,
  proven: z.object({ at: time, name: text, objects: count, damaged: count }).nullable(),
  problem: z.string().nullable(),
});
