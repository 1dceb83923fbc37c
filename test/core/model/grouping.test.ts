import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byService, byText, compositeKey, groupBy, indexesBy, serviceKey } from '../../../lib/core/model/grouping.ts';

it('a key of several parts differs for any two lists of parts', () => {
  const parts = fc.array(fc.string());
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      expect(compositeKey(...a) === compositeKey(...b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
  expect(serviceKey({ project: 'a/b', service: 'c' })).not.toBe(serviceKey({ project: 'a', service: 'b/c' }));
});

it('groups hold every item once, groups and items in the order in which they come', () => {
  const groups = groupBy(['b1', 'a1', 'b2', 'a2'], (item) => item[0]);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
  ]);
});

it('places by key are those of the items in their groups', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(5), fc.constantFrom('a', 'b'))), (keys) => {
      const places = indexesBy(keys.length, (place) => keys[place]);
      const groups = groupBy(keys.keys(), (place) => keys[place]);
      expect(Array.from(places, ([key, of]) => [key, [...of]])).toEqual([...groups]);
    }),
  );
});

it('services are ordered by project, then service, each by code unit and whatever the locale', () => {
  const places = ['b/a', 'a/é', 'a/z', 'B/a', 'a/Z', 'a/z'].map((text) => {
    const [project = '', service = ''] = text.split('/');
    return { project, service };
  });
  const ordered = places.sort(byService).map(({ project, service }) => `${project}/${service}`);
  expect(ordered).toEqual(['B/a', 'a/Z', 'a/z', 'a/z', 'a/é', 'b/a']);
  expect([byText('a', 'a'), byText('a', 'b'), byText('b', 'a')]).toEqual([0, -1, 1]);
});
