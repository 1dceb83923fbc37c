import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import type { Store } from '../../../lib/ports.ts';
import { policyVersions, putPolicy } from '../../../lib/run/policy/versions.ts';
import { keys } from '../../../lib/run/store/keys.ts';

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
