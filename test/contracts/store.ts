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

    it('reads the records of a log in their order, from a number on, and none of a log that is not there', async () => {
      const store = makeStore();
      expect(await store.readLog('runs/a/p.log')).toEqual([]);
      for (const number of [0, 1, 2, 10]) await store.append('runs/a/p.log', { number, body: `{"n":"ü ${number}"}\n` });
      const numbers = async (from?: number) => (await store.readLog('runs/a/p.log', from)).map(({ number }) => number);
      expect(await store.readLog('runs/a/p.log')).toContainEqual({ number: 10, body: '{"n":"ü 10"}\n' });
      expect([await numbers(), await numbers(2), await numbers(11)]).toEqual([[0, 1, 2, 10], [2, 10], []]);
    });

    it('refuses a record of a number that the log has', async () => {
      const store = makeStore();
      await store.append('runs/a/p.log', { number: 0, body: '{"by":"one"}' });
      await expect(store.append('runs/a/p.log', { number: 0, body: '{"by":"two"}' })).rejects.toThrow(StoreConflict);
      expect((await store.readLog('runs/a/p.log')).map(({ body }) => body.trim())).toEqual(['{"by":"one"}']);
    });

    it('lets exactly one of many writers append a record, also where all write the same', async () => {
      const store = makeStore();
      for (const number of [0, 1, 2]) {
        const writers = Array.from({ length: 10 }, () => store.append('runs/a/p.log', { number, body: '{"same":1}' }));
        expect((await Promise.allSettled(writers)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      }
      expect(await store.readLog('runs/a/p.log')).toHaveLength(3);
    });

    it('lists a log as one key, and gives its text, from which another store makes the same log', async () => {
      const [store, other] = [makeStore(), makeStore()];
      for (const number of [0, 1]) await store.append('runs/a/p.log', { number, body: `{"n":${number}}\n` });
      await store.put('runs/a/q.json', '1');
      expect(await store.list('runs/')).toEqual(['runs/a/p.log', 'runs/a/q.json']);
      const text = (await store.get('runs/a/p.log'))?.body ?? '';
      expect(text).toBe('{"number":0,"record":{"n":0}}\n{"number":1,"record":{"n":1}}\n');
      await other.append('runs/a/p.log', { number: 5, body: '{"n":"other"}' });
      await other.put('runs/a/p.log', text);
      expect(await other.readLog('runs/a/p.log')).toEqual(await store.readLog('runs/a/p.log'));
      await other.append('runs/a/p.log', { number: 2, body: '{"n":2}' });
      expect((await other.get('runs/a/p.log'))?.body).toBe(`${text}{"number":2,"record":{"n":2}}\n`);
    });

    it('deletes a log with all its records, after which it begins anew', async () => {
      const store = makeStore();
      for (const number of [0, 1]) await store.append('runs/a/p.log', { number, body: '{}' });
      await store.delete('runs/a/p.log');
      expect([await store.get('runs/a/p.log'), await store.list('')]).toEqual([undefined, []]);
      await store.append('runs/a/p.log', { number: 0, body: '{}' });
      expect(await store.readLog('runs/a/p.log')).toHaveLength(1);
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
