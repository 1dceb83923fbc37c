import { type Arrived, heartbeatAt, type Sent } from '../../core/notices/heartbeat.ts';
import type { Bus, Clock, Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';

/**
 * Sends a due heartbeat along the path of all events that start a run. The record is written first, so that a heartbeat
 * that could not be published counts as missing.
 * @returns whether one was due, which is once an hour, and whether none has arrived for two hours
 */
export const sendHeartbeat = async (ports: {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
}): Promise<{ readonly wasDue: boolean; readonly overdue: boolean }> => {
  const { store, bus, clock } = ports;
  const sent = await readObject<Sent>(store, keys.heartbeatSent);
  const arrived = await readObject<Arrived>(store, keys.heartbeatArrived);
  const { next, overdue } = heartbeatAt(sent, arrived, clock.now());
  if (next === undefined) return { wasDue: false, overdue };
  await writeObject(store, keys.heartbeatSent, next);
  await bus.publish([{ type: 'Heartbeat', detail: { sentAt: next.sentAt } }]);
  return { wasDue: true, overdue };
};

/** Records arrived heartbeats; a late or repeated one is not newer than the record. */
export const recordHeartbeats = async ({ store, clock }: StorePorts, sentAt: readonly string[]): Promise<void> => {
  const latest = sentAt.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  if (latest === undefined) return;
  const noted = await readObject<Arrived>(store, keys.heartbeatArrived);
  const notedMs = Date.parse(noted?.sentAt ?? '');
  // A heartbeat from the future was sent by a clock that was ahead; it would hide all others.
  if (notedMs >= Date.parse(latest) && notedMs <= clock.now()) return;
  await writeObject(store, keys.heartbeatArrived, { sentAt: latest } satisfies Arrived);
};
