import { expect, it } from 'vitest';
import type { Store } from '../../../lib/ports.ts';
import { datedVersions, policyDigest, policyVersions, putPolicy } from '../../../lib/run/policy/versions.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

const putAt = (at: string, document: string) => ({ at, by: 'kim', message: '', document });

it('a policy that is put at the same time as another is refused, and the other stays in force', async () => {
  const store = createMemoryStore();
  const meanwhile = {
    ...store,
    get: async (key: string) => {
      const stored = await store.get(key);
      if (key === keys.policy) await store.put(key, 'theirs');
      return stored;
    },
  };
  await expect(putPolicy(meanwhile, putAt('2030-01-01T00:00:00.000Z', 'ours'))).rejects.toThrow('put yours again');
  expect((await store.get(keys.policy))?.body).toBe('theirs');
});

it('a policy counts as put where S3 took it, but its answer was lost, so that the repeated request met its own write', async () => {
  const store = createMemoryStore();
  const losing: Store = {
    ...store,
    put: async (key, body, condition) => {
      await store.put(key, body, condition);
      if (condition !== undefined) await store.put(key, body, condition);
    },
  };
  await store.put(keys.policy, 'one');
  expect(await putPolicy(losing, putAt('2030-01-01T00:00:00.000Z', 'two'))).toMatchObject({ document: 'two' });
  expect((await store.get(keys.policy))?.body).toBe('two');
});

it('versions are listed newest first, and a document in force is not put again', async () => {
  const store = createMemoryStore();
  await putPolicy(store, putAt('2030-01-01T00:00:00.000Z', 'one'));
  await putPolicy(store, putAt('2030-01-02T00:00:00.000Z', 'two'));
  expect(await putPolicy(store, putAt('2030-01-03T00:00:00.000Z', 'two'))).toBeNull();
  expect((await policyVersions(store)).map(({ document }) => document)).toEqual(['two', 'one']);
});

/** Documents and their periods, newest first, by the days of January. */
const historyOf = async (store: Store) => {
  const body = (await store.get(keys.policy))?.body;
  const dated = datedVersions(await policyVersions(store), body === undefined ? null : policyDigest(body));
  const day = (at: string | null) => (at === null ? null : Number(at.slice(8, 10)));
  return dated.map(({ version, inForce }) => [
    version.document,
    inForce == null ? inForce : [day(inForce.from), day(inForce.to)],
  ]);
};

const on = (day: number, document: string) => putAt(`2030-01-0${day}T00:00:00.000Z`, document);

it('the history says when each document was in force, and that one was never that another overtook', async () => {
  const store = createMemoryStore();
  await putPolicy(store, on(1, 'one'));
  const overtaken: Store = {
    ...store,
    get: async (key) => {
      const stored = await store.get(key);
      if (key === keys.policy) await putPolicy(store, on(3, 'three'));
      return stored;
    },
  };
  await expect(putPolicy(overtaken, on(2, 'two'))).rejects.toThrow('put yours again');
  await putPolicy(store, on(4, 'one'));
  expect(await historyOf(store)).toEqual([
    ['one', [4, null]],
    ['three', [3, 4]],
    ['two', null],
    ['one', [1, 3]],
  ]);
});

it('the history does not guess what was in force before a document that was not put', async () => {
  const store = createMemoryStore();
  await putPolicy(store, on(1, 'one'));
  await store.put(keys.policy, 'by hand');
  expect(await historyOf(store)).toEqual([['one', undefined]]);
  await putPolicy(store, on(2, 'two'));
  expect(await historyOf(store)).toEqual([
    ['two', [2, null]],
    ['one', undefined],
  ]);
});
