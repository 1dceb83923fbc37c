import { expect, it } from 'vitest';
import { readReadings } from '../../../lib/run/inventory/run-readings.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';

const [older, newer] = ['2030-01-01T08:00:00.000Z', '2030-01-01T08:05:00.000Z'].map((readAt) => ({
  readAt,
  recordedAt: '2030-01-01T07:00:00.000Z',
  digest: 'd'.repeat(32),
}));

it.each([
  ['first', [newer, older]],
  ['last', [older, newer]],
])('of two readings of a project the newer one counts, also where it is stored %s', async (_, stored) => {
  const store = createMemoryStore();
  for (const [place, reading] of stored.entries())
    await writeObject(store, keys.readings('run-1', `${place}`), { readings: { shop: reading }, unread: [] });
  expect((await readReadings(store, 'run-1')).confirmations.get('shop')).toEqual(newer);
});
