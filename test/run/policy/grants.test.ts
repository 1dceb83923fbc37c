import { expect, it } from 'vitest';
import { largestMaximumGb } from '../../../lib/core/policy/override-tags.ts';
import { endGrant, putGrant, readGrants } from '../../../lib/run/policy/grants.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { losingFirstAnswer } from '../../losing-answer.ts';

const grant = (maxGb: number) => ({
  project: 'shop-prod',
  service: 'orders',
  maxGb,
  through: '2030-07-01',
  by: 'ana',
  at: '2030-06-15T12:00:00.000Z',
});

it('a stored grant of the largest maximum holds', async () => {
  const store = createMemoryStore();
  await putGrant(store, grant(largestMaximumGb));
  expect(await readGrants(store)).toEqual([grant(largestMaximumGb)]);
});

it('stored grants with a maximum that no command writes are damaged, before a budget counts with it', async () => {
  const store = createMemoryStore();
  await store.put(keys.grants, JSON.stringify({ version: 1, grants: [grant(largestMaximumGb + 1)] }));
  expect(await readGrants(store)).toEqual([]);
  expect(await store.list(keys.damagedFolder)).toHaveLength(1);
});

it('a grant that was ended counts as ended where S3 took the write, but its answer was lost', async () => {
  const store = createMemoryStore();
  await putGrant(store, grant(200));
  expect(await endGrant(losingFirstAnswer(store), grant(200))).toBe(true);
  expect(await readGrants(store)).toEqual([]);
});

it('a grant that is taken back leaves the earlier one of its service, and those of others, also where an answer was lost', async () => {
  const store = createMemoryStore();
  const other = { ...grant(50), service: 'carts' };
  for (const each of [other, grant(100)]) await putGrant(store, each);
  const newer = { ...grant(200), at: '2030-06-16T12:00:00.000Z' };
  const takeBack = await putGrant(losingFirstAnswer(store), newer);
  expect(await readGrants(store)).toEqual([other, newer]);
  await takeBack();
  expect(await readGrants(store)).toEqual([other, grant(100)]);
});
