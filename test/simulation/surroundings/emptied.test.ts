import { expect, it } from 'vitest';
import type { OpenedPlatform } from '../../../lib/emulator/open.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { isEmptiedAnew } from '../../../lib/simulation/surroundings/emptied.ts';

/** A platform with one project, of which only these names count. */
const platformWith = (services: readonly string[], endpoints: readonly string[]) => {
  const byName = (names: readonly string[]) => new Map(names.map((name) => [name, { name }]));
  const project = { name: 'shop', services: byName(services), endpoints: byName(endpoints) };
  return { edge: { state: { projects: new Map([['shop', project]]) } } } as unknown as OpenedPlatform;
};

const judged = async (services: readonly string[], endpoints: readonly string[], read?: readonly string[]) => {
  const store = createMemoryStore();
  if (read !== undefined) await store.put(keys.inventory('shop'), JSON.stringify({ services: read }));
  return isEmptiedAnew({ platform: platformWith(services, endpoints), store });
};

it.each([
  ['whose last reading has services, is doubted', [], [], ['orders'], true],
  ['whose last reading has none, is believed', [], ['headroom-orders'], [], false],
  ['that was never read and has an endpoint of Headroom, is doubted', [], ['headroom-orders'], undefined, true],
  ['that was never read and has only endpoints of others, is believed', [], ['logs'], undefined, false],
  ['that has services, is none', ['orders'], ['headroom-orders'], undefined, false],
])('an empty project %s', async (_, services, endpoints, read, expected) => {
  expect(await judged(services, endpoints, read)).toBe(expected);
});
