import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newEvents, nextWatched } from '../../../lib/core/new-services/watched-logs.ts';

const event = (id: string, time: string) => ({ id, time });
const end = '9998';

describe('the watermark of an event log', () => {
  it('makes nothing new of a log that is seen for the first time', () => {
    const { events, watermark } = newEvents([event('b', '2'), event('a', '1')], undefined, end);
    expect(events).toEqual([]);
    expect(watermark).toEqual({ time: '2', ids: ['b'] });
  });

  it('gives what came since, oldest first', () => {
    const mark = { time: '2', ids: ['b'] };
    const log = [event('d', '4'), event('c', '3'), event('b', '2'), event('a', '1')];
    expect(newEvents(log, mark, end).events.map(({ id }) => id)).toEqual(['c', 'd']);
  });

  it('distinguishes events of the same time by id', () => {
    const mark = { time: '2', ids: ['b'] };
    const { events, watermark } = newEvents([event('c', '2'), event('b', '2')], mark, end);
    expect(events.map(({ id }) => id)).toEqual(['c']);
    expect(watermark).toEqual({ time: '2', ids: ['b', 'c'] });
  });

  it('gives an event of a wrong clock once, and still gives what comes after it', () => {
    const first = newEvents([event('a', '1')], undefined, end).watermark;
    const ahead = newEvents([event('wrong', '9999'), event('a', '1')], first, end);
    expect(ahead.events.map(({ id }) => id)).toEqual(['wrong']);
    const log = [event('b', '2'), event('wrong', '9999'), event('a', '1')];
    const after = newEvents(log, ahead.watermark, end);
    expect(after.events.map(({ id }) => id)).toEqual(['b']);
    expect(newEvents(log, after.watermark, end).events).toEqual([]);
  });

  it('keeps its place when the log is empty', () => {
    const mark = { time: '2', ids: ['b'] };
    expect(newEvents([], mark, end)).toEqual({ events: [], watermark: mark });
  });

  it('gives every event exactly once, however the log is cut into reads', () => {
    const log = fc.array(fc.record({ step: fc.nat(1), read: fc.boolean() }), { maxLength: 30 });
    fc.assert(
      fc.property(log, (steps) => {
        let time = 1;
        let mark = newEvents([event('first', '0001')], undefined, end).watermark;
        const all = [event('first', '0001')];
        const given: string[] = [];
        for (const [n, { step, read }] of steps.entries()) {
          time += step;
          all.unshift(event(`e${n}`, String(time).padStart(4, '0')));
          if (!read) continue;
          const fresh = newEvents(all, mark, end);
          given.push(...fresh.events.map(({ id }) => id));
          mark = fresh.watermark;
        }
        given.push(...newEvents(all, mark, end).events.map(({ id }) => id));
        expect(given.sort()).toEqual(steps.map((_, n) => `e${n}`).sort());
      }),
    );
  });
});

const seen: Readonly<Record<string, string>> = { a: '2026-03-02T09:00:00.000Z', b: '2026-03-02T08:00:00.000Z' };
const seenAt = (name: string) => seen[name] ?? '';

it('a look reads all logs if it can', () => {
  expect(nextWatched(['b', 'a', 'c'], 3, seenAt)).toEqual(['b', 'a', 'c']);
});

it('a look reads first what nothing has ever seen, then what nothing has seen for longest', () => {
  expect(nextWatched(['a', 'b', 'c', 'd'], 3, seenAt)).toEqual(['c', 'd', 'b']);
});
