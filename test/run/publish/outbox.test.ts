import { describe, expect, it } from 'vitest';
import { BusUnavailable } from '../../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import { dayMs, minuteMs } from '../../../lib/core/model/durations.ts';
import { leaveEvents, mostKept, mostRepeated, publishAll } from '../../../lib/run/publish/outbox.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import type { Outbox } from '../../../lib/run/store/schemas/notices.ts';

const failed = (runId: string): HeadroomEvent => ({ type: 'RunFailed', detail: { runId, error: 'E', cause: '' } });
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => failed(`${prefix}-${n}`));

const busAndOutbox = () => {
  let nowMs = Date.parse('2026-03-02T08:00:00Z');
  let isDown = false;
  const heard: string[] = [];
  const bus = {
    publish: async (events: readonly HeadroomEvent[]) => {
      if (isDown) throw new BusUnavailable('the bus is down');
      heard.push(...events.map(({ detail }) => (detail as { runId: string }).runId));
    },
  };
  const ports = { store: createMemoryStore(), bus, clock: { now: () => nowMs } };
  return {
    ports,
    heard,
    pass: (ms: number) => {
      nowMs += ms;
    },
    turn: (down: boolean) => {
      isDown = down;
    },
    publish: (runId: string, events: readonly HeadroomEvent[]) => publishAll(ports, runId, { first: events, last: [] }),
    outbox: () => readObject<Outbox>(ports.store, keys.outbox),
  };
};

describe('the outbox of events', () => {
  it('needs no object while the bus takes everything', async () => {
    const { publish, outbox, heard } = busAndOutbox();
    expect(await publish('run-1', [failed('a')])).toBe(0);
    expect(heard).toEqual(['a']);
    expect(await outbox()).toBeUndefined();
  });

  it('leaves the events that another report is publishing to that one, and takes them when it is dead', async () => {
    const { ports, publish, heard, pass } = busAndOutbox();
    await leaveEvents(ports, 'run-1', [failed('a')]);
    await publish('run-2', []);
    expect(heard).toEqual([]);
    pass(10 * minuteMs);
    await publish('run-3', []);
    expect(heard).toEqual(['a']);
  });

  it('publishes a limited number of earlier events in one report', async () => {
    const { publish, heard, turn, outbox } = busAndOutbox();
    turn(true);
    await publish('run-1', many(mostRepeated + 1, 'a'));
    turn(false);
    await publish('run-2', []);
    expect(heard).toHaveLength(mostRepeated);
    expect((await outbox())?.events.map(({ event }) => event)).toEqual([failed(`a-${mostRepeated}`)]);
  });

  it('gives up events that are three days old, and counts them', async () => {
    const { publish, heard, pass, turn, outbox } = busAndOutbox();
    turn(true);
    await publish('run-1', [failed('a')]);
    turn(false);
    pass(3 * dayMs);
    await publish('run-2', [failed('b')]);
    expect(heard).toEqual(['b']);
    expect(await outbox()).toMatchObject({ events: [], dropped: { count: 1 } });
  });

  it('gives up the oldest events where too many wait, and counts them', async () => {
    const { publish, pass, turn, outbox } = busAndOutbox();
    turn(true);
    await publish('run-1', [failed('oldest')]);
    pass(1);
    await publish('run-2', many(mostKept, 'a'));
    const { events, dropped } = (await outbox()) ?? { events: [], dropped: null };
    expect([events.length, events[0]?.event, dropped?.count]).toEqual([mostKept, failed('a-0'), 1]);
  });

  it('gives a notice to people up last', async () => {
    const { publish, turn, pass, outbox } = busAndOutbox();
    turn(true);
    const notice: HeadroomEvent = {
      type: 'Notice',
      detail: { owner: 'ann', urgent: true, subject: 'shop/orders: disk full', text: '' },
    };
    await publish('run-1', [notice, failed('oldest')]);
    pass(1);
    await publish('run-2', many(mostKept, 'a'));
    const { events, dropped } = (await outbox()) ?? { events: [], dropped: null };
    expect([events.length, events[0]?.event, events[1]?.event, dropped?.count]).toEqual([
      mostKept,
      notice,
      failed('a-1'),
      2,
    ]);
  });

  it('keeps an event once, also where the report of its run is repeated', async () => {
    const { ports, publish, turn, heard, outbox } = busAndOutbox();
    turn(true);
    await leaveEvents(ports, 'run-1', [failed('finding')]);
    await publish('run-1', [failed('a')]);
    await leaveEvents(ports, 'run-1', [failed('finding')]);
    await publish('run-1', [failed('a')]);
    expect((await outbox())?.events).toHaveLength(2);
    turn(false);
    await publish('run-1', [failed('a')]);
    expect(heard).toEqual(['a', 'finding']);
  });
});
