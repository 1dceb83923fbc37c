import { expect, it } from 'vitest';
import type { Edge } from '../../../lib/emulator/http/edge.ts';
import { createEmptied } from './emptied.ts';

/** A platform with one project, of which only these names count. */
const shop = (services: readonly string[], endpoints: readonly string[] = []) => {
  const byName = (names: readonly string[]) => new Map(names.map((name) => [name, { name }]));
  const project = { name: 'shop', services: byName(services), endpoints: byName(endpoints) };
  const watch = createEmptied({ state: { projects: new Map([['shop', project]]) } } as unknown as Edge);
  const read = (status = 200, path = '/v1/project/shop/service', isSure = true) => {
    watch.note({ method: 'GET', path }, { status });
    watch.settle(isSure);
    return watch.isDoubtDue();
  };
  return { project, watch, read };
};

it('a project that is emptied is doubted until one reading that no fault disturbs', () => {
  const { project, watch, read } = shop(['orders']);
  expect([watch.isDoubtDue(), read()]).toEqual([false, false]);
  const { services } = project;
  project.services = new Map();
  expect(watch.isDoubtDue()).toBe(true);
  const noReading = [read(500), read(200, '/v1/project/shop/service/orders'), read(200, undefined, false)];
  expect(noReading).toEqual([true, true, true]);
  expect(read()).toBe(false);
  project.services = services;
  expect(read()).toBe(false);
  project.services = new Map();
  expect(watch.isDoubtDue()).toBe(true);
});

it.each([
  ['is doubted if Headroom has left an endpoint', ['headroom-orders'], true],
  ['is believed if only others have left one', ['logs'], false],
])('an empty project that was never read %s', (_, endpoints, expected) => {
  const { watch, read } = shop([], endpoints);
  expect([watch.isDoubtDue(), read()]).toEqual([expected, false]);
});
