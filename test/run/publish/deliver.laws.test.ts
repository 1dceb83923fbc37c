import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import { type DeadLetter, type DeliveryFailure, mostAttempts } from '../../../lib/core/notices/delivery.ts';
import type { Outgoing, Store } from '../../../lib/ports.ts';
import { deliverDue } from '../../../lib/run/publish/deliver.ts';
import { leaveMessages } from '../../../lib/run/publish/deliveries.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import { known, notifiedOf, sender } from '../../core/notices/notified.ts';

const names = ['ops', 'team', 'mail'] as const;
type Name = (typeof names)[number];

/** How a channel behaves; `lost`: it accepts the message, and its answer is lost. */
type State = 'up' | 'down' | 'busy' | 'gone' | 'lost';

type Step =
  | { readonly kind: 'run'; readonly channels: readonly Name[] }
  | { readonly kind: 'channel'; readonly name: Name; readonly state: State }
  /** Workers at the same time; each dies at that operation on the store, or never. */
  | { readonly kind: 'deliver'; readonly diesAt: readonly number[]; readonly minutes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), channels: fc.subarray([...names]) }),
  fc.record({
    kind: fc.constant('channel' as const),
    name: fc.constantFrom(...names),
    state: fc.constantFrom<State>('up', 'down', 'busy', 'gone', 'lost'),
  }),
  fc.record({
    kind: fc.constant('deliver' as const),
    diesAt: fc.array(fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 2 }),
    minutes: fc.integer({ min: 0, max: 90 }),
  }),
);

const failures: Readonly<Record<Exclude<State, 'up'>, DeliveryFailure>> = {
  down: { problem: 'down', isFinal: false, waitMs: null },
  lost: { problem: 'lost', isFinal: false, waitMs: null },
  busy: { problem: 'busy', isFinal: false, waitMs: 5 * minuteMs },
  gone: { problem: 'gone', isFinal: true, waitMs: null },
};

/** A process that dies at an operation on its store: that operation may have had its effect. */
const dyingAt = (store: Store, place: number, onDeath: () => void): Store => {
  let operations = 0;
  const guarded =
    <A extends readonly unknown[], R>(operation: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      operations += 1;
      if (operations > place) throw new Error('dead');
      const result = await operation(...given);
      if (operations < place) return result;
      onDeath();
      throw new Error('died');
    };
  return {
    get: guarded(store.get),
    put: guarded(store.put),
    list: guarded(store.list),
    delete: guarded(store.delete),
    append: guarded(store.append),
    readLog: guarded(store.readLog),
  };
};

const live = async (steps: readonly Step[]) => {
  const store = createMemoryStore();
  let nowMs = Date.parse('2030-01-01T08:00:00Z');
  let deaths = 0;
  let runs = 0;
  const clock = { now: () => nowMs };
  const states = new Map<string, State>(names.map((name) => [name, 'up']));
  const sent: string[] = [];
  const accepted: string[] = [];
  /** Messages whose answer was lost. */
  const doubtful = new Set<string>();
  const left: string[] = [];
  const send = async ({ id, channel }: Outgoing): Promise<DeliveryFailure | null> => {
    sent.push(id);
    const state = states.get(channel) ?? 'up';
    if (state === 'up' || state === 'lost') accepted.push(id);
    if (state === 'lost') doubtful.add(id);
    await Promise.resolve();
    return state === 'up' ? null : failures[state];
  };
  const bus = { publish: async () => undefined };
  const worker = (diesAt: number) => {
    const onDeath = () => {
      deaths += 1;
    };
    return deliverDue({ store: dyingAt(store, diesAt, onDeath), clock, bus, channels: { send } }).catch(
      () => undefined,
    );
  };
  const take = async (one: Step): Promise<void> => {
    if (one.kind === 'channel') states.set(one.name, one.state);
    if (one.kind === 'deliver') {
      nowMs += one.minutes * minuteMs;
      await Promise.all(one.diesAt.map(worker));
    }
    if (one.kind !== 'run') return;
    runs += 1;
    const runId = `run-${runs}`;
    const notify = one.channels.map((channel) => ({ channel, match: { owner: ['*'] } }));
    const notified = notifiedOf({ urgent: [known({ code: 'drift' })] });
    await leaveMessages({ store, clock }, sender, runId, { notify, links: {} }, notified);
    left.push(...one.channels.map((channel) => `${runId}~${channel}~urgent`));
  };
  for (const one of steps) await take(one);
  for (const name of names) states.set(name, 'up');
  for (let pass = 0; pass < 3; pass += 1) await take({ kind: 'deliver', diesAt: [1_000_000], minutes: 24 * 60 });
  const letters = new Map<string, DeadLetter>();
  for (const key of await store.list(keys.deadLetters)) {
    const letter = await readObject<DeadLetter>(store, key);
    if (letter !== undefined) letters.set(letter.id, letter);
  }
  return { store, sent, accepted, doubtful, left, letters, deaths };
};

const times = (ids: readonly string[], id: string): number => ids.filter((other) => other === id).length;

describe('whatever happens to channels and workers', () => {
  it('every message arrives or is a dead letter that the other channels report, and none is tried forever', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { store, sent, accepted, left, letters, deaths } = await live(steps);
        expect(await store.list(keys.deliveries)).toEqual([]);
        for (const id of left) expect(accepted.includes(id) || letters.has(id)).toBe(true);
        for (const { others, channel, diedAt } of letters.values()) {
          for (const other of others) {
            const report = `${diedAt.slice(0, 10)}~${channel}~${other}`;
            expect(accepted.includes(report) || letters.has(report)).toBe(true);
          }
        }
        for (const id of new Set(sent)) expect(times(sent, id)).toBeLessThanOrEqual(mostAttempts + deaths);
      }),
      { numRuns: 150 },
    );
  });

  it('no message arrives twice, unless its answer was lost or a worker died', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { accepted, doubtful, deaths } = await live(steps);
        if (deaths > 0) return;
        for (const id of new Set(accepted)) if (!doubtful.has(id)) expect([id, times(accepted, id)]).toEqual([id, 1]);
      }),
      { numRuns: 150 },
    );
  });
});
