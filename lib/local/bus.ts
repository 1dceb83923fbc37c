import { eventDetails, type HeadroomEvent, intakeEvents } from '../contract/events.ts';
import type { Bus } from '../ports.ts';

/** An event in the form in which the event pipe hands it to the workflow. */
export interface BatchedEvent {
  readonly 'detail-type': (typeof intakeEvents)[number];
  readonly detail: { readonly project?: string; readonly sentAt?: string };
}

export interface LocalBus extends Bus {
  /** Hands over what is waiting and waits for the run that it started. */
  drain(): Promise<void>;
}

const isTaken = (type: string): type is BatchedEvent['detail-type'] =>
  (intakeEvents as readonly string[]).includes(type);

/**
 * The bus of the local face. Events that ask for a run are collected for the batching window and start one run
 * together, one run after the other; every event is shown to `listen`.
 */
export const createLocalBus = (options: {
  readonly windowMs: number;
  readonly schedule: (action: () => void, delayMs: number) => void;
  readonly listen: (event: HeadroomEvent) => void;
  readonly wake: (batch: BatchedEvent[]) => Promise<void>;
  /** Told of a run that failed; the next batch is run all the same. */
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
      // All of them first, so that nothing is told of a list that is refused.
      const checked = events.map(
        ({ type, detail }) => ({ type, detail: eventDetails[type].parse(detail) }) as HeadroomEvent,
      );
      for (const event of checked) {
        options.listen(event);
        if (!isTaken(event.type)) continue;
        if (waiting.length === 0) options.schedule(() => void drain(), options.windowMs);
        const { project, sentAt } = event.detail as BatchedEvent['detail'];
        waiting.push({ 'detail-type': event.type, detail: { project, sentAt } });
      }
    },
  };
};
