import { createChannels } from '../../../lib/channels/channels.ts';
import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import type { Notify } from '../../../lib/core/model/policy-document.ts';
import type { DeadLetter } from '../../../lib/core/notices/delivery.ts';
import type { LoggedFinding } from '../../../lib/core/notices/logged-findings.ts';
import type { Channels, DeliverPorts, Store } from '../../../lib/ports.ts';
import { leaveMessages } from '../../../lib/run/publish/deliveries.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import { known, notifiedOf, sender } from '../../core/notices/notified.ts';

export const start = Date.parse('2030-01-01T08:00:00Z');
export const signingKey = `whsec_${Buffer.from('canary-key-0123456789abcdef').toString('base64')}`;

export const finding = (service: string, some: Partial<LoggedFinding> = {}): LoggedFinding =>
  known({ service, ...some });

export const everything: Notify['match'] = { owner: ['*'] };

/** A store, a clock to move, events that were published, and the ports of a worker with the channels of `document`. */
export const workerWith = (document: object | (() => Channels)) => {
  const store = createMemoryStore();
  let nowMs = start;
  const clock = { now: () => nowMs };
  const events: HeadroomEvent[] = [];
  const bus = { publish: async (published: readonly HeadroomEvent[]) => void events.push(...published) };
  const channels =
    typeof document === 'function'
      ? document()
      : createChannels({ read: async () => JSON.stringify(document), approval: null, clock });
  const ports: DeliverPorts = { store, clock, bus, channels };
  const leave = (
    notify: readonly Notify[],
    urgent: readonly LoggedFinding[],
    runId = 'run-1',
    before: readonly LoggedFinding[] = [],
  ) => leaveMessages({ store, clock }, sender, runId, { notify, links: {} }, notifiedOf({ urgent, before }));
  const pass = (minutes: number) => {
    nowMs += minutes * minuteMs;
  };
  return { store, events, ports, leave, pass };
};

export const deadLetters = async (store: Store): Promise<DeadLetter[]> =>
  Promise.all(
    (await store.list(keys.deadLetters)).map(async (key) => (await readObject<DeadLetter>(store, key)) as DeadLetter),
  );
