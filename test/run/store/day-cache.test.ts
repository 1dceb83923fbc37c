import { describe, expect, it } from 'vitest';
import { PlatformUnauthorized, PlatformUnavailable } from '../../../lib/contract/errors.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import { cachedForADay, unreadable } from '../../../lib/run/store/day-cache.ts';
import { keys } from '../../../lib/run/store/keys.ts';

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-03-02T08:00:00Z');
const key = keys.price('pg', 'startup-4', 'aws-eu-west-1');

/** Asks for a price at these moments, one after the other; answers how often the platform was really asked. */
const askedAt = async (...moments: readonly number[]): Promise<number> => {
  const store = createMemoryStore();
  let asked = 0;
  for (const now of moments) {
    await cachedForADay({ store, clock: { now: () => now } }, key, async () => {
      asked += 1;
      return '0.15';
    });
  }
  return asked;
};

describe('an answer that is kept for a day', () => {
  it('is asked for once a day', async () => {
    expect(await askedAt(start, start + 1, start + dayMs - 1)).toBe(1);
    expect(await askedAt(start, start + dayMs)).toBe(2);
  });

  it('is asked for again when it was noted while the clock was ahead', async () => {
    expect(await askedAt(start + 400 * dayMs, start, start + 1)).toBe(2);
  });

  it('is unreadable while the platform does not give it, and nothing is kept of that', async () => {
    const store = createMemoryStore();
    const ports = { store, clock: { now: () => start } };
    const call = { method: 'GET', path: '/' };
    const fail = () => Promise.reject(new PlatformUnavailable('away', call));
    expect(await cachedForADay(ports, key, fail)).toBe(unreadable);
    expect(await cachedForADay(ports, key, async () => '0.15')).toBe('0.15');
    const refuse = () => Promise.reject(new PlatformUnauthorized('token', call));
    await expect(cachedForADay(ports, keys.price('a', 'b', 'c'), refuse)).rejects.toThrow(PlatformUnauthorized);
  });
});
