import { hourMs, isoInstant } from '../model/durations.ts';

/** What is known of the events that are sent only to see that they come back. Times are ISO 8601, UTC. */
export interface Sent {
  /** The last one. */
  readonly sentAt: string;
  /** The first one since anything came back: from here on nothing has. */
  readonly waitingSince: string;
}

export interface Arrived {
  /** When the latest one that came back was sent. */
  readonly sentAt: string;
}

const everyMs = hourMs;
const patienceMs = 2 * hourMs;

export interface HeartbeatState {
  /** Present when another one is due: what is to be remembered of it. */
  readonly next?: Sent;
  /** Whether for two hours nothing that was sent has come back. */
  readonly overdue: boolean;
}

/**
 * Whether to send a heartbeat again, which is done once an hour, and whether an answer is overdue. Any that was sent since
 * nothing came back proves, once it arrives, that the path works again.
 * @param nowMs ms since 1970
 */
export const heartbeatAt = (sent: Sent | undefined, arrived: Arrived | undefined, nowMs: number): HeartbeatState => {
  const now = isoInstant(nowMs);
  // What was sent in the future was sent while the clock was ahead, and says nothing.
  if (sent === undefined || Date.parse(sent.sentAt) > nowMs)
    return { next: { sentAt: now, waitingSince: now }, overdue: false };
  const arrivedMs = Date.parse(arrived?.sentAt ?? '');
  const isBack = arrivedMs >= Date.parse(sent.waitingSince) && arrivedMs <= nowMs;
  const overdue = !isBack && nowMs - Date.parse(sent.waitingSince) >= patienceMs;
  if (nowMs - Date.parse(sent.sentAt) < everyMs) return { overdue };
  return { next: { sentAt: now, waitingSince: isBack ? now : sent.waitingSince }, overdue };
};
