import { isoInstant } from '../../core/model/durations.ts';
import { groupBy } from '../../core/model/grouping.ts';
import {
  attempted,
  type DeadLetter,
  type Delivery,
  type DeliveryFailure,
  failedDelivery,
  failureDeliveries,
  failureMessage,
  waitsFor,
} from '../../core/notices/delivery.ts';
import { noticeOf } from '../../core/notices/plain-text.ts';
import type { DeliverPorts } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readObject, updateObject, writeObject } from '../store/objects.ts';
import { addDelivery, byAge } from './deliveries.ts';
import { publishSome } from './run-events.ts';

/** Result of one pass over the waiting deliveries. */
export interface Delivered {
  delivered: number;
  /** Deliveries that wait for their next attempt. */
  waiting: number;
  /** Deliveries that failed for good. */
  dead: number;
}

const isDue = ({ nextAt }: Delivery, nowMs: number): boolean => Date.parse(nextAt) <= nowMs;

/** Begins an attempt, unless another worker was faster or it is not due. */
const claim = async ({ store, clock }: DeliverPorts, key: string): Promise<Delivery | undefined> => {
  let begun: Delivery | undefined;
  await updateObject<Delivery>(store, key, (delivery) => {
    begun = delivery && isDue(delivery, clock.now()) ? attempted(delivery, clock.now()) : undefined;
    return begun;
  });
  return begun;
};

/** Moves a delivery to the dead letters and leaves word of it for the other channels. */
const bury = async (ports: DeliverPorts, delivery: Delivery): Promise<void> => {
  const { store, clock, bus } = ports;
  const letter: DeadLetter = { ...delivery, diedAt: isoInstant(clock.now()) };
  const messages = failureDeliveries(delivery, clock.now());
  let isNews = messages.length === 0;
  for (const message of messages) if (await addDelivery(store, message)) isNews = true;
  if (isNews) await publishSome(bus, [noticeOf('headroom', failureMessage(delivery), delivery.links)]);
  // Last: if the worker dies earlier, another worker tries again and reports the failure.
  await writeObject(store, keys.deadLetter(delivery.id), letter);
  await store.delete(keys.delivery(delivery.id));
};

const noteFailure = async (
  ports: DeliverPorts,
  delivery: Delivery,
  failure: DeliveryFailure,
  counts: Delivered,
): Promise<void> => {
  const failed = failedDelivery(delivery, failure, ports.clock.now());
  if (failed.isDead) {
    counts.dead += 1;
    return bury(ports, failed.delivery);
  }
  counts.waiting += 1;
  await writeObject(ports.store, keys.delivery(delivery.id), failed.delivery);
};

/** An adapter that cannot even read its settings is a failed attempt, and its error text is not for the store. */
const sent = async ({ channels }: DeliverPorts, delivery: Delivery): Promise<DeliveryFailure | null> => {
  try {
    return await channels.send(delivery);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    return { problem: `the channel could not be used (${name})`, isFinal: false, waitMs: null };
  }
};

/**
 * The deliveries of one channel in the order of a pass: oldest first, and after each attempt of the oldest one beginning with
 * the next, so that a message that the channel never accepts does not keep the others from being sent.
 */
const inTurn = (waiting: readonly Delivery[], nowMs: number): Delivery[] => {
  const due = waiting.filter((delivery) => isDue(delivery, nowMs));
  const first = (due[0]?.attempts ?? 0) % Math.max(1, due.length);
  return [...due.slice(first), ...due.slice(0, first), ...waiting.filter((delivery) => !isDue(delivery, nowMs))];
};

/**
 * Sends the deliveries of one channel. After a delivery that failed for a time, the others of this pass fail with it and are not
 * sent: a channel that is slow or down costs one attempt, not one for each message.
 */
const deliverTo = async (ports: DeliverPorts, waiting: readonly Delivery[], counts: Delivered): Promise<void> => {
  let outage: DeliveryFailure | null = null;
  const left = new Set(waiting);
  for (const next of inTurn(waiting, ports.clock.now())) {
    const { id } = next;
    const older = waiting.slice(0, waiting.indexOf(next)).filter((waitingBefore) => left.has(waitingBefore));
    const delivery = waitsFor(next, older) ? undefined : await claim(ports, keys.delivery(id));
    if (delivery === undefined) {
      counts.waiting += 1;
      continue;
    }
    const failure: DeliveryFailure | null = outage ?? (await sent(ports, delivery));
    if (failure === null) {
      await writeObject(ports.store, keys.delivered(id), delivery);
      await ports.store.delete(keys.delivery(id));
      counts.delivered += 1;
      left.delete(next);
      continue;
    }
    if (!failure.isFinal) outage = failure;
    if (failure.isFinal) left.delete(next);
    await noteFailure(ports, delivery, failure, counts);
  }
};

const waitingDeliveries = async ({ store }: DeliverPorts): Promise<Delivery[]> => {
  const waiting = await inBatches(await store.list(keys.deliveries), (key) => readObject<Delivery>(store, key));
  return waiting.filter((delivery) => delivery !== undefined).sort(byAge);
};

/**
 * Sends every message that is due, each at least once: a worker that dies between the sending and its record sends again, with
 * the same id. A message that failed for good becomes a dead letter, which the other channels report within the same pass.
 */
export const deliverDue = async (ports: DeliverPorts): Promise<Delivered> => {
  const counts: Delivered = { delivered: 0, waiting: 0, dead: 0 };
  const seen = new Set<string>();
  for (;;) {
    const waiting = (await waitingDeliveries(ports)).filter(({ id }) => !seen.has(id));
    if (waiting.length === 0) return counts;
    for (const { id } of waiting) seen.add(id);
    const channels = [...groupBy(waiting, ({ channel }) => channel).values()];
    await inBatches(channels, (ofChannel) => deliverTo(ports, ofChannel, counts));
  }
};
