import * as z from 'zod';
import { aboutAll, aboutOneService, eventDetails, intakeEvents } from './events.ts';

/** An event from the event pipe, reduced to the members that decide which projects to check. */
const batchedEvent = z.discriminatedUnion(
  'detail-type',
  [
    z.object({ 'detail-type': z.enum(aboutOneService), detail: z.object({ project: z.string().min(1) }) }),
    z.object({ 'detail-type': z.enum(aboutAll), detail: z.object({ project: z.undefined().optional() }) }),
    z.object({ 'detail-type': z.literal('Heartbeat'), detail: eventDetails.Heartbeat }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `must be one of ${intakeEvents.join(', ')}` : undefined) },
);

export type BatchedEvent = z.infer<typeof batchedEvent>;

/** An event that cannot be read; it triggers no run. */
export interface UnreadableEvent {
  /** Index in the batch, from 0. */
  readonly index: number;
  /** The invalid member and its problem. */
  readonly problem: string;
  /** The raw event. */
  readonly event: unknown;
}

/**
 * Reads each event of a batch separately, so that an unreadable event does not affect the others.
 * @returns the readable events in their order, and the unreadable ones with their problems
 */
export const readBatch = (
  batch: readonly unknown[],
): { readonly events: readonly BatchedEvent[]; readonly unreadable: readonly UnreadableEvent[] } => {
  const events: BatchedEvent[] = [];
  const unreadable: UnreadableEvent[] = [];
  for (const [index, event] of batch.entries()) {
    const read = batchedEvent.safeParse(event);
    if (read.success) events.push(read.data);
    else {
      const [issue] = read.error.issues;
      const member = issue?.path.join('.') || 'the event';
      unreadable.push({ index, problem: `${member}: ${issue?.message ?? 'cannot be read'}`, event });
    }
  }
  return { events, unreadable };
};
