import { eventDetails, type HeadroomEvent, intakeEvents } from '../contract/events.ts';
import type { Bus } from '../ports.ts';

/** An event in the form in which the event pipe delivers it to the workflow. */
export interface BatchedEvent {
  readonly 'detail-type': (typeof intakeEvents)[number];
  readonly detail: { readonly project?: string; readonly sentAt?: string };
}

export interface LocalBus extends Bus {
  /** Starts a run with the waiting events and resolves when it ends. */
  drain(): Promise<void>;
}

const isRunRequest = (type: string): type is BatchedEvent['detail-type'] =>
  (intakeEvents as readonly string[]).includes(type);

/**
 * The local bus. Run requests are collected for the batching window and start one run
 * together, one run after another; every event is passed to `listen`.
 */
export const createLocalBus = (options: {
  readonly windowMs: number;
  readonly schedule: (action: () => void, delayMs: number) => void;
  readonly listen: (event: HeadroomEvent) => void;
  readonly wake: (batch: BatchedEvent[]) => Promise<void>;
  /** Receives the error of a failed run; the next batch runs all the same. */
  readonly onError: (error: unknown) => void;
}): LocalBus => {
  let waiting: BatchedEvent[] = [];
  let last: Promise<void> = Promise.resolve();

  const drain = (): Promise<void> => {
    if (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      last = last.then(() => options.wake(batch)).catch(options.onError);
    }
    return last;
  };

  return {
    drain,
    publish: async (events) => {
      // All events are checked first, so that nothing of an invalid list is published.
      const checked = events.map(
        ({ type, detail }) => ({ type, detail: eventDetails[type].parse(detail) }) as HeadroomEvent,
      );
      for (const event of checked) {
        options.listen(event);
        if (!isRunRequest(event.type)) continue;
        if (waiting.length === 0) options.schedule(() => void drain(), options.windowMs);
        const { project, sentAt } = event.detail as BatchedEvent['detail'];
        waiting.push({ 'detail-type': event.type, detail: { project, sentAt } });
      }
    },
  };
};
