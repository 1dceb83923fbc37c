import type { Settings } from './settings.ts';

/** How events wait for their run: one queue collects them, and one run serves all that a window collects. */
interface EventQueue {
  /** Seconds from the first event of a batch to its delivery. */
  readonly windowSeconds: number;
  /** Far below the 256 KB limit of an execution's input, because an event carries one name. */
  readonly mostEvents: number;
  /** Seconds for which a received event is hidden; one that was not deleted by then comes again. */
  readonly hiddenSeconds: number;
  /** Deliveries after which an event counts as dead. */
  readonly mostDeliveries: number;
}

/** The queue of a deployment. */
export const eventQueueOf = ({ batchingWindowSeconds }: Pick<Settings, 'batchingWindowSeconds'>): EventQueue => ({
  windowSeconds: batchingWindowSeconds,
  mostEvents: 100,
  // A batch may wait for the whole window before the pipe delivers it.
  hiddenSeconds: Math.max(60, batchingWindowSeconds * 6),
  mostDeliveries: 5,
});
