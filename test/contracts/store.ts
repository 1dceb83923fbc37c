import { describe, expect, it } from 'vitest';
import { StoreConflict } from '../../lib/contract/errors.ts';
import type { Store } from '../../lib/ports.ts';

/** What every store must do, whatever it is made of. */
export const storeContract = (name: string, makeStore: () => Store): void => {
  describe(`${name} as a store`, () => {
    it('gives back what was put, and undefined for what was not', async () => {
      const store = makeStore();
      await store.put('runs/a/run.json', 'naïve ✓');
      expect((await store.get('runs/a/run.json'))?.body).toBe('naïve ✓');
      expect(await store.get('runs/a/other.json')).toBeUndefined();
    });

    it('replaces what is there without a condition', async () => {
      const store = makeStore();
      await store.put('a', '1');
      await store.put('a', '2');
      expect((await store.get('a'))?.body).toBe('2');
    });

    it('refuses to create over something that is there', async () => {
      const store = makeStore();
      await store.put('a', '1', { ifAbsent: true });
      await expect(store.put('a', '2', { ifAbsent: true })).rejects.toThrow(StoreConflict);
      expect((await store.get('a'))?.body).toBe('1');
    });

    it('replaces a version only while it is that version', async () => {
      const store = makeStore();
      await store.put('a', '1');
      const version = (await store.get('a'))?.version ?? '';
      await store.put('a', '2', { ifVersion: version });
      await expect(store.put('a', '3', { ifVersion: version })).rejects.toThrow(StoreConflict);
      await expect(store.put('b', '1', { ifVersion: version })).rejects.toThrow(StoreConflict);
      expect((await store.get('a'))?.body).toBe('2');
    });

    it('lets exactly one of many conditional writers win', async () => {
      const store = makeStore();
      const create = Array.from({ length: 20 }, (_, n) => store.put('lease', `${n}`, { ifAbsent: true }));
      expect((await Promise.allSettled(create)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const version = (await store.get('lease'))?.version ?? '';
      const replace = Array.from({ length: 20 }, (_, n) => store.put('lease', `r${n}`, { ifVersion: version }));
      expect((await Promise.allSettled(replace)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('lists keys by prefix, in order', async () => {
      const store = makeStore();
      for (const key of ['runs/b/x', 'runs/a/y', 'runs/a/x', 'report/latest.json']) await store.put(key, '1');
      expect(await store.list('runs/a/')).toEqual(['runs/a/x', 'runs/a/y']);
      expect(await store.list('runs/')).toEqual(['runs/a/x', 'runs/a/y', 'runs/b/x']);
      expect(await store.list('nothing/')).toEqual([]);
    });

    it('moves an object to another key, and moving what is not there is fine', async () => {
      const store = makeStore();
      await store.put('a/b~c%20d.json', 'naïve ✓');
      await store.put('aside/a', 'there before');
      await store.move('a/b~c%20d.json', 'aside/a');
      await store.move('a/b~c%20d.json', 'aside/a');
      expect((await store.get('aside/a'))?.body).toBe('naïve ✓');
      expect(await store.list('a')).toEqual(['aside/a']);
    });

    it('deletes, and deleting what is not there is fine', async () => {
      const store = makeStore();
      await store.put('a', '1');
      await store.delete('a');
      await store.delete('a');
      expect(await store.get('a')).toBeUndefined();
    });
  });
};
