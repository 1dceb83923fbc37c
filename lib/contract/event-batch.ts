import * as z from 'zod';
import { aboutAll, aboutOneService, eventDetails, heartbeatTypes, intakeEvents } from './events.ts';

/** An event as the event pipe hands it over: no more of it than decides what is looked at. */
const batchedEvent = z.discriminatedUnion(
  'detail-type',
  [
    z.object({ 'detail-type': z.enum(aboutOneService), detail: z.object({ project: z.string().min(1) }) }),
    z.object({ 'detail-type': z.enum(aboutAll), detail: z.object({ project: z.undefined().optional() }) }),
    z.object({ 'detail-type': z.enum(heartbeatTypes), detail: eventDetails.Heartbeat }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `must be one of ${intakeEvents.join(', ')}` : undefined) },
);

export type BatchedEvent = z.infer<typeof batchedEvent>;

/** An event that asks for nothing, because what it asks for cannot be read. */
export interface UnreadableEvent {
  /** Its place in the batch, from 0 on. */
  readonly place: number;
  /** Which member is wrong, and how. */
  readonly problem: string;
  /** The event as it came. */
  readonly event: unknown;
}

/**
 * Reads each event of a batch alone, so that one that cannot be read costs none of the others.
 * @returns those that can be read, in their order, and the others with what is wrong
 */
export const readBatch = (
  batch: readonly unknown[],
): { readonly events: readonly BatchedEvent[]; readonly unreadable: readonly UnreadableEvent[] } => {
  const events: BatchedEvent[] = [];
  const unreadable: UnreadableEvent[] = [];
  for (const [place, event] of batch.entries()) {
    const read = batchedEvent.safeParse(event);
    if (read.success) events.push(read.data);
    else {
      const [issue] = read.error.issues;
      const member = issue?.path.join('.') || 'the event';
      unreadable.push({ place, problem: `${member}: ${issue?.message ?? 'cannot be read'}`, event });
    }
  }
  return { events, unreadable };
};
