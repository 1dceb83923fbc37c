import type { eventQueueOf } from '../../../lib/contract/event-queue.ts';
import { type HeadroomEvent, intakeKinds } from '../../../lib/contract/events.ts';
import { secondMs } from '../../../lib/core/model/durations.ts';
import type { Faults } from '../engine/faults.ts';
import type { Draws } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';

/** An event as the pipe hands it to the workflow. */
export interface QueuedEvent {
  readonly 'detail-type': string;
  readonly detail: Readonly<Record<string, unknown>>;
}

interface Message {
  readonly event: QueuedEvent;
  readonly deliveries: number;
}

interface PipeOptions {
  readonly time: SimulatedTime;
  readonly draws: Draws;
  readonly faults: Faults;
  readonly queue: ReturnType<typeof eventQueueOf>;
  /** Starts an execution with a batch. */
  readonly start: (batch: readonly QueuedEvent[]) => void;
}

/** The way of an event from the bus to the workflow: rule, queue and pipe. */
interface EventPipe {
  readonly publish: (events: readonly HeadroomEvent[]) => void;
  readonly counts: { dead: number };
}

/** The one member of the detail that a rule passes; undefined for an event that no rule matches. */
const queuedOf = ({ type, detail }: HeadroomEvent): QueuedEvent | undefined => {
  const kind = intakeKinds.find(({ types }) => (types as readonly string[]).includes(type));
  if (kind === undefined) return undefined;
  const { member } = kind;
  if (member === undefined) return { 'detail-type': type, detail: {} };
  const value = (detail as Record<string, unknown>)[member];
  return value === undefined ? undefined : { 'detail-type': type, detail: { [member]: value } };
};

/**
 * Every event arrives at least once: the bus may hand it to the queue twice, and the queue may hand it to the pipe again
 * when its deletion got lost. A batch ends with its window, or when it is full.
 */
export const createEventPipe = ({ time, draws, faults, queue, start }: PipeOptions): EventPipe => {
  const counts = { dead: 0 };
  let waiting: Message[] = [];
  let batchNumber = 0;

  const deliver = () => {
    const batch = waiting.slice(0, queue.mostEvents);
    waiting = waiting.slice(queue.mostEvents);
    batchNumber += 1;
    if (batch.length === 0) return;
    start(batch.map(({ event }) => event));
    for (const message of batch) {
      if (faults.strikes('event-twice')) time.at(time.now() + queue.hiddenSeconds * secondMs, () => receive(message));
    }
    if (waiting.length > 0) open();
  };

  const open = () => {
    const number = batchNumber;
    time.at(time.now() + queue.windowSeconds * secondMs, () => {
      if (number === batchNumber) deliver();
    });
  };

  const receive = ({ event, deliveries }: Message) => {
    if (deliveries >= queue.mostDeliveries) {
      counts.dead += 1;
      return;
    }
    waiting.push({ event, deliveries: deliveries + 1 });
    if (waiting.length === 1) open();
    if (waiting.length >= queue.mostEvents) deliver();
  };

  return {
    counts,
    publish: (events) => {
      for (const event of events) {
        const queued = queuedOf(event);
        if (queued === undefined) continue;
        for (let copies = faults.strikes('event-twice') ? 2 : 1; copies > 0; copies -= 1) {
          time.at(time.now() + draws.between(200, 2_000), () => receive({ event: queued, deliveries: 0 }));
        }
      }
    },
  };
};
