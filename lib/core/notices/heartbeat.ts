import { hourMs, isoInstant } from '../model/durations.ts';

/** Heartbeats sent: events whose return proves that the event path works. Times are ISO 8601, UTC. */
export interface Sent {
  /** The latest heartbeat. */
  readonly sentAt: string;
  /** The first heartbeat since the last return. */
  readonly waitingSince: string;
}

export interface Arrived {
  /** Time at which the latest returned heartbeat was sent. */
  readonly sentAt: string;
}

const everyMs = hourMs;
const patienceMs = 2 * hourMs;

interface HeartbeatState {
  /** Present when the next heartbeat is due: its record. */
  readonly next?: Sent;
  /** Whether no heartbeat returned for two hours. */
  readonly overdue: boolean;
}

/**
 * Decides whether the hourly heartbeat is due, and whether a return is overdue. Any heartbeat sent since `waitingSince`
 * proves, once it returns, that the path works again.
 * @param nowMs ms since 1970
 */
export const heartbeatAt = (sent: Sent | undefined, arrived: Arrived | undefined, nowMs: number): HeartbeatState => {
  const now = isoInstant(nowMs);
  // A time in the future was stored while the clock was ahead, and proves nothing.
  if (sent === undefined || Date.parse(sent.sentAt) > nowMs)
    return { next: { sentAt: now, waitingSince: now }, overdue: false };
  const arrivedMs = Date.parse(arrived?.sentAt ?? '');
  const isBack = arrivedMs >= Date.parse(sent.waitingSince) && arrivedMs <= nowMs;
  const overdue = !isBack && nowMs - Date.parse(sent.waitingSince) >= patienceMs;
  if (nowMs - Date.parse(sent.sentAt) < everyMs) return { overdue };
  return { next: { sentAt: now, waitingSince: isBack ? now : sent.waitingSince }, overdue };
};
