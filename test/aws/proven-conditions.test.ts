import { describe, expect, it } from 'vitest';
import { withProvenConditions } from '../../lib/aws/proven-conditions.ts';
import { StoreConflict, StoreUnavailable } from '../../lib/contract/errors.ts';
import type { PutCondition, Store } from '../../lib/ports.ts';
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
  it('are proved once, by requests that leave nothing behind', async () => {
    const { store, conditional } = counting(createMemoryStore());
    const proven = withProvenConditions(store, 's3://state');
    await proven.put('a', '1');
    expect(conditional()).toBe(0);
    await Promise.all([proven.put('b', '1', { ifAbsent: true }), proven.put('c', '1', { ifAbsent: true })]);
    await expect(proven.put('b', '2', { ifAbsent: true })).rejects.toThrow(StoreConflict);
    expect([await store.list(''), conditional()]).toEqual([['a', 'b', 'c'], 6]);
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

  it.each([
    ['both', () => true, 'If-Match'],
    ['If-Match alone', (condition: PutCondition) => 'ifVersion' in condition, 'If-Match'],
    ['If-None-Match alone', (condition: PutCondition) => 'ifAbsent' in condition, 'If-None-Match'],
  ])('are refused where the host ignores %s, and nothing is written', async (_, ignores, header) => {
    const store = createMemoryStore();
    const put: Store['put'] = (key, body, condition) =>
      store.put(key, body, condition !== undefined && ignores(condition) ? undefined : condition);
    const proven = withProvenConditions({ ...store, put }, 's3://state');
    for (const condition of [{ ifAbsent: true }, { ifVersion: 'x' }] as const) {
      const refused = proven.put('lease.json', '1', condition);
      await expect(refused).rejects.toThrow(
        `the host of s3://state ignores ${header}, so two runs could write at once`,
      );
    }
    expect(await store.list('')).toEqual([]);
  });

  it('are proved by two processes at the same moment, and after one that died while it did', async () => {
    const store = createMemoryStore();
    await Promise.all(
      ['a', 'b'].map((key) => withProvenConditions(store, 's3://state').put(key, '1', { ifAbsent: true })),
    );
    expect(await store.list('')).toEqual(['a', 'b']);
    await store.put('conditional-writes', 'a probe');
    await withProvenConditions(store, 's3://state').put('c', '1', { ifAbsent: true });
    expect(await store.list('')).toContain('c');
  });
});
