import { describe, expect, it } from 'vitest';
import { withProvenConditions } from '../../lib/aws/proven-conditions.ts';
import { StoreConflict, StoreUnavailable } from '../../lib/contract/errors.ts';
import type { Store } from '../../lib/ports.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';

/** A store that counts its conditional writes. */
const counting = (store: Store) => {
  let conditional = 0;
  const put: Store['put'] = async (key, body, condition) => {
    if (condition !== undefined) conditional += 1;
    await store.put(key, body, condition);
  };
  return { store: { ...store, put }, conditional: () => conditional };
};

describe('conditional writes on a host other than AWS', () => {
  it('are proved once, with a request that stores nothing', async () => {
    const { store, conditional } = counting(createMemoryStore());
    const proven = withProvenConditions(store, 's3://state');
    await proven.put('a', '1');
    expect(conditional()).toBe(0);
    await Promise.all([proven.put('b', '1', { ifAbsent: true }), proven.put('c', '1', { ifAbsent: true })]);
    await expect(proven.put('b', '2', { ifAbsent: true })).rejects.toThrow(StoreConflict);
    expect([await store.list(''), conditional()]).toEqual([['a', 'b', 'c'], 4]);
  });

  it('are proved once more after a host that did not answer', async () => {
    const store = createMemoryStore();
    let isAway = true;
    const put: Store['put'] = async (...request) => {
      if (isAway) throw new StoreUnavailable('no answer');
      await store.put(...request);
    };
    const proven = withProvenConditions({ ...store, put }, 's3://state');
    await expect(proven.put('lease.json', '1', { ifAbsent: true })).rejects.toThrow('no answer');
    isAway = false;
    await proven.put('lease.json', '1', { ifAbsent: true });
    expect(await store.list('')).toEqual(['lease.json']);
  });

  it('are refused where the host ignores conditions, and nothing is written', async () => {
    const store = createMemoryStore();
    const careless: Store = { ...store, put: (key, body) => store.put(key, body) };
    const proven = withProvenConditions(careless, 's3://state');
    for (const condition of [{ ifAbsent: true }, { ifVersion: 'x' }] as const) {
      await expect(proven.put('lease.json', '1', condition)).rejects.toThrow(StoreUnavailable);
    }
    expect(await store.list('')).toEqual([]);
  });
});
