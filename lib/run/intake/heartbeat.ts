import { type Arrived, heartbeatAt, type Sent } from '../../core/watch/heartbeat.ts';
import type { Bus, Clock, Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';

/**
 * Sends the heartbeat that is due over the path of all events that ask for a run. What is remembered is written first: one
 * that could not be published is then missed, as it should be.
 * @returns whether for two hours none has come back
 */
export const sendHeartbeat = async (ports: {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
}): Promise<boolean> => {
  const { store, bus, clock } = ports;
  const sent = await readObject<Sent>(store, keys.heartbeatSent);
  const arrived = await readObject<Arrived>(store, keys.heartbeatArrived);
  const { next, overdue } = heartbeatAt(sent, arrived, clock.now());
  if (next === undefined) return overdue;
  await writeObject(store, keys.heartbeatSent, next);
  await bus.publish([{ type: 'Heartbeat', detail: { sentAt: next.sentAt } }]);
  return overdue;
};

/** Notes that these came back; one that comes late, or again, is not newer than what is noted already. */
export const recordHeartbeats = async ({ store, clock }: StorePorts, sentAt: readonly string[]): Promise<void> => {
  const latest = sentAt.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  if (latest === undefined) return;
  const noted = await readObject<Arrived>(store, keys.heartbeatArrived);
  const notedMs = Date.parse(noted?.sentAt ?? '');
  // One from the future was sent while the clock was ahead, and would hide every other.
  if (notedMs >= Date.parse(latest) && notedMs <= clock.now()) return;
  await writeObject(store, keys.heartbeatArrived, { sentAt: latest } satisfies Arrived);
};
