import { dayMs, isoInstant, minuteMs } from '../model/durations.ts';
import type { Links } from '../model/policy-document.ts';
import type { Message } from './messages.ts';
import { signedSubject } from './sender.ts';

/** A message on its way to a channel. */
export interface Delivery {
  /** Identifies the message at its receiver: it is the same for every attempt. */
  readonly id: string;
  readonly channel: string;
  readonly message: Message;
  readonly links: Links;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Attempts that began. */
  readonly attempts: number;
  /** ISO 8601, UTC: no attempt before it. */
  readonly nextAt: string;
  /** Why the last attempt failed; null before the first failure. */
  readonly error: string | null;
  /** Channels that hear of it if this one fails for good. */
  readonly others: readonly string[];
}

/** A delivery that failed for good. */
export interface DeadLetter extends Delivery {
  /** ISO 8601, UTC. */
  readonly diedAt: string;
}

/** Attempts of a delivery: with the waits between them about two and a half hours. */
export const mostAttempts = 8;

/** Wait after the first attempt; it doubles with each further one, up to an hour. */
const firstWaitMs = minuteMs;
const longestWaitMs = 60 * minuteMs;

/** A new delivery, due at once. */
export const newDelivery = (
  facts: Pick<Delivery, 'id' | 'channel' | 'message' | 'links' | 'others'>,
  nowMs: number,
): Delivery => ({ ...facts, createdAt: isoInstant(nowMs), attempts: 0, nextAt: isoInstant(nowMs), error: null });

/**
 * The delivery during an attempt: another worker does not begin one before the wait is over, and the next one is due then even
 * if this worker dies.
 */
export const attempted = (delivery: Delivery, nowMs: number): Delivery => {
  const attempts = delivery.attempts + 1;
  const waitMs = Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);
  return { ...delivery, attempts, nextAt: isoInstant(nowMs + waitMs) };
};

/** Whether an older message that opens or closes the same incident still waits: an end that overtakes its beginning leaves it open. */
export const waitsFor = ({ message }: Delivery, older: readonly Delivery[]): boolean => {
  const opposite = new Set(message.items.map(({ incident }) => incident && `${!incident.isOver} ${incident.key}`));
  return older.some((other) =>
    other.message.items.some(({ incident }) => incident !== null && opposite.has(`${incident.isOver} ${incident.key}`)),
  );
};

/** Result of a failed attempt. */
export interface DeliveryFailure {
  /** Without the address and the key of the channel. */
  readonly problem: string;
  /** Whether a repetition can help. */
  readonly isFinal: boolean;
  /** Wait that the channel asked for, in milliseconds; null without one. */
  readonly waitMs: number | null;
}

/** The delivery after a failed attempt, and whether it was the last one. */
export const failedDelivery = (
  delivery: Delivery,
  { problem, isFinal, waitMs }: DeliveryFailure,
  nowMs: number,
): { readonly delivery: Delivery; readonly isDead: boolean } => {
  const waited = waitMs === null ? 0 : nowMs + Math.min(waitMs, dayMs);
  const nextAt = isoInstant(Math.max(Date.parse(delivery.nextAt), waited));
  return { delivery: { ...delivery, nextAt, error: problem }, isDead: isFinal || delivery.attempts >= mostAttempts };
};

/** A message that a channel does not work. */
export const failureMessage = ({ channel, message: { sender, subject }, error }: Delivery): Message => {
  const title = `channel ${channel} does not work`;
  const action = {
    text: 'Correct the channel, then try it.',
    command: `headroom notify test ${channel}`,
    page: '/findings',
    section: 'a-channel-does-not-work',
  };
  const text = `"${subject}" could not be delivered to ${channel}: ${error ?? 'unknown'}. headroom notify list shows what else is waiting.`;
  const incident = { key: `channel ${channel}`, level: 'error', isOver: false } as const;
  const items = [{ title, text, owner: 'headroom', action, incident }];
  return { sender, urgent: true, onlyPagers: false, subject: signedSubject(sender, title), items, omitted: 0 };
};

/**
 * Messages to the other channels that one does not work: one a day for each channel, whatever the number of its failures.
 * The failure of such a message is reported nowhere, or two broken channels would write to each other forever.
 */
export const failureDeliveries = (delivery: Delivery, nowMs: number): Delivery[] => {
  const { channel, links } = delivery;
  const about = { message: failureMessage(delivery), links, others: [] };
  const day = isoInstant(nowMs).slice(0, 10);
  return delivery.others.map((other) =>
    newDelivery({ ...about, id: `${day}~${channel}~${other}`, channel: other }, nowMs),
  );
};
