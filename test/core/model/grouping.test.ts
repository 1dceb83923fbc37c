import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compositeKey, groupBy, serviceKey } from '../../../lib/core/model/grouping.ts';

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
