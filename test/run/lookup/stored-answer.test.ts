import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExpired, isOld, isUnconfirmed, readAnswer, refresh } from '../../../lib/run/lookup/stored-answer.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const start = Date.parse('2026-03-02T08:00:00Z');
const key = keys.price('pg', 'startup-4', 'aws-eu-west-1');
const answerOf = (ms: number) => ({ askedAt: new Date(ms).toISOString(), answer: '0.15' });

/** Asks at these moments, one after the other; answers how often the platform was really asked. */
const askedAt = async (...moments: readonly number[]): Promise<number> => {
  const store = createMemoryStore();
  let asked = 0;
  for (const now of moments) {
    await refresh({ store, clock: { now: () => now } }, key, async () => {
      asked += 1;
      return '0.15';
    });
  }
  return asked;
};

describe('an answer of the platform in the store', () => {
  it('is asked for again after 18 to 24 hours', async () => {
    expect(await askedAt(start, start + 1, start + 18 * hourMs - 1)).toBe(1);
    expect(await askedAt(start, start + dayMs)).toBe(2);
  });

  it('is asked for again if it was stored while the clock was ahead', async () => {
    expect(await askedAt(start + 400 * dayMs, start, start + 1)).toBe(2);
  });

  it('expires at a moment of its own, so that answers of one pass are not asked for in one pass again', () => {
    const keysOf = (count: number) => Array.from({ length: count }, (_, n) => keys.planDisk('pg', `plan-${n}`));
    const expired = (hours: number) =>
      keysOf(400).filter((one) => isExpired(one, answerOf(start), start + hours * hourMs)).length;
    const eachHour = [19, 20, 21, 22, 23, 24].map((hours) => expired(hours) - expired(hours - 1));
    expect(expired(18)).toBe(0);
    expect(expired(24)).toBe(400);
    // A sixth of them each.
    for (const count of eachHour) expect(count).toBeGreaterThan(40);
  });

  it('is expired before a plan must say that it is old', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -400 * dayMs, max: 400 * dayMs }), (name, ageMs) => {
        const answer = answerOf(start - ageMs);
        if (isOld(answer, start)) expect(isExpired(name, answer, start)).toBe(true);
        if (isExpired(name, answer, start)) expect(ageMs < 0 || ageMs >= 18 * hourMs).toBe(true);
      }),
    );
  });

  it('stays as it is where asking again fails', async () => {
    const store = createMemoryStore();
    await refresh({ store, clock: { now: () => start } }, key, async () => '0.15');
    const later = { store, clock: { now: () => start + 2 * dayMs } };
    await expect(refresh(later, key, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await readAnswer(store, key)).toEqual(answerOf(start));
  });

  it('expires up to a quarter of a day earlier, by its key and time', () => {
    const answer = answerOf(start);
    const expiresAfter = (one: string) => {
      const open = Array.from({ length: 24 * 60 + 1 }, (_, minute) => start + minute * 60_000);
      return open.findIndex((now) => isExpired(one, answer, now)) / 60;
    };
    for (const one of ['a', 'b', key]) {
      expect(expiresAfter(one)).toBeGreaterThan(18);
      expect(expiresAfter(one)).toBeLessThanOrEqual(24);
    }
    expect(expiresAfter('a')).not.toBe(expiresAfter('b'));
  });

  it('is old after a day, and if it is from the future', () => {
    expect([dayMs, dayMs - 1, 0, -1].map((ageMs) => isOld(answerOf(start - ageMs), start))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('is as good as none if it is damaged', async () => {
    const store = createMemoryStore();
    await store.put(key, '{"askedAt":"never"}');
    expect(await readAnswer(store, key)).toBeUndefined();
  });
});

describe('a denial by the platform (404)', () => {
  const halfHour = hourMs / 2;

  /** Asks at these moments and gets these answers; undefined is a denial. */
  const storedAfter = async (...answers: readonly (readonly [atMs: number, answer: string | null | undefined])[]) => {
    const store = createMemoryStore();
    for (const [now, answer] of answers) await refresh({ store, clock: { now: () => now } }, key, async () => answer);
    const stored = await readAnswer<string | null>(store, key);
    return { answer: stored?.answer, isUnconfirmed: stored !== undefined && isUnconfirmed(stored) };
  };
  const asked = start + dayMs;
  const known = { answer: '0.15', isUnconfirmed: false };
  const confirmed = { answer: null, isUnconfirmed: false };
  const unconfirmed = { answer: null, isUnconfirmed: true };

  it('replaces no answer, until one half an hour later confirms it', async () => {
    expect(await storedAfter([start, '0.15'], [asked, undefined])).toEqual(known);
    expect(await storedAfter([start, '0.15'], [asked, undefined], [asked + halfHour - 1, undefined])).toEqual(known);
    expect(await storedAfter([start, '0.15'], [asked, undefined], [asked + halfHour, undefined])).toEqual(confirmed);
  });

  it('is asked about again at once where there is no answer before it', async () => {
    expect(await storedAfter([start, undefined])).toEqual(unconfirmed);
    expect(await storedAfter([start, undefined], [start + 1, undefined])).toEqual(unconfirmed);
    expect(await storedAfter([start, undefined], [start + halfHour, undefined])).toEqual(confirmed);
    expect(await storedAfter([start, undefined], [start + 1, '0.15'])).toEqual(known);
  });

  it('begins anew after an answer, and after a clock that was ahead', async () => {
    const dayLater = asked + dayMs;
    const twice = [start, '0.15'] as const;
    expect(await storedAfter(twice, [asked, undefined], [asked + 1, '0.15'], [dayLater + 1, undefined])).toEqual(known);
    expect(await storedAfter([start + 9 * hourMs, undefined], [start, undefined])).toEqual(unconfirmed);
    expect(
      await storedAfter([start + 9 * hourMs, undefined], [start, undefined], [start + halfHour, undefined]),
    ).toEqual(confirmed);
  });

  it('keeps the moment of the first while others follow, so an hourly run confirms it', async () => {
    const first = [start, undefined] as const;
    const often = [10, 20, 29].map((minutes) => [start + minutes * 60_000, undefined] as const);
    expect(await storedAfter(first, ...often)).toEqual(unconfirmed);
    expect(await storedAfter(first, ...often, [start + halfHour, undefined])).toEqual(confirmed);
  });

  it('is not written again while it waits for the one that confirms it', async () => {
    const store = createMemoryStore();
    const deny = (now: number) => refresh({ store, clock: { now: () => now } }, key, async () => undefined);
    await deny(start);
    const written = await store.get(key);
    await deny(start + 1);
    expect(await store.get(key)).toEqual(written);
  });

  it('from the future keeps the answer before it until a later one confirms it', async () => {
    const ahead = [[start, '0.15'] as const, [asked + 9 * hourMs, undefined] as const];
    expect(await storedAfter(...ahead, [asked, undefined])).toEqual(known);
    expect(await storedAfter(...ahead, [asked, undefined], [asked + halfHour - 1, undefined])).toEqual(known);
    expect(await storedAfter(...ahead, [asked, undefined], [asked + halfHour, undefined])).toEqual(confirmed);
  });

  it('is an answer like any other once it is confirmed', async () => {
    const twice = [
      [start, undefined],
      [start + halfHour, undefined],
    ] as const;
    expect(await storedAfter(...twice, [start + hourMs, '0.15'])).toEqual(confirmed);
    expect(await storedAfter(...twice, [start + 2 * dayMs, undefined])).toEqual(confirmed);
    expect(await storedAfter(...twice, [start + 2 * dayMs, '0.15'])).toEqual(known);
  });

  it('is not what a platform says that has no price for additional storage', async () => {
    expect(await storedAfter([start, null])).toEqual(confirmed);
  });
});
