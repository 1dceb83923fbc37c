import * as z from 'zod';
import type { SeenLists } from '../core/emptied-lists.ts';

const count = z.int().nonnegative();

const seenLists = z.strictObject({
  version: z.literal(1),
  services: count,
  endpoints: count,
  doubt: z.strictObject({ runId: z.string(), lists: z.array(z.enum(['services', 'endpoints'])).readonly() }).nullable(),
});

/** The object of the store that holds what earlier looks at a project counted. */
export const seenListsText = (seen: SeenLists): string =>
  `${JSON.stringify({ version: 1, ...seen } satisfies z.infer<typeof seenLists>)}\n`;

/** Reads it back; undefined for anything else, which then counts as no earlier look. */
export const parseSeenLists = (body: string): SeenLists | undefined => {
  try {
    const { version: _, ...seen } = seenLists.parse(JSON.parse(body));
    return seen;
  } catch {
    return undefined;
  }
};
