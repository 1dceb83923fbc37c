import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Selector } from '../../../lib/core/model/policy-document.ts';
import { contradictionIn, earlierCandidates, selectorCovers } from '../../../lib/core/policy/selector-logic.ts';

const glob = fc.constantFrom('a', 'ab', 'abc', 'a*', '*b', '*b*', 'a?c', '?', '*', '!a', '!b*', '] a');
const patterns = fc.uniqueArray(glob, { minLength: 1, maxLength: 3 });
const selector: fc.Arbitrary<Selector> = fc.record(
  {
    plan: patterns,
    cloud: patterns,
    tags: fc.dictionary(fc.constantFrom('t', 'u'), patterns, { minKeys: 1, maxKeys: 2 }),
    state: patterns,
  },
  { requiredKeys: ['state'] },
);

it('every earlier selector that covers one is among its candidates', () => {
  fc.assert(
    fc.property(fc.array(selector, { maxLength: 12 }), (selectors) => {
      const candidatesOf = earlierCandidates(selectors);
      for (const [at, narrow] of selectors.entries()) {
        if (contradictionIn(narrow) !== undefined) continue;
        const covering = selectors.flatMap((wide, place) =>
          place < at && selectorCovers(wide, narrow) ? [place] : [],
        );
        expect(candidatesOf(at)).toEqual(expect.arrayContaining(covering));
      }
    }),
  );
});

it.each<[string, (n: number) => Selector]>([
  ['name their services', (n) => ({ service: [`service-${n}`] })],
  ['share a project', (n) => ({ project: ['*-prod'], tags: { team: [`team-${n}`] } })],
  ['have globs of their own', (n) => ({ service: [`*-${n}-*`] })],
])('of many selectors that %s each has few candidates', (_, selectorOf) => {
  const selectors = Array.from({ length: 3000 }, (_each, n) => selectorOf(10_000 + n));
  const candidatesOf = earlierCandidates(selectors);
  const compared = selectors.reduce((sum, _each, at) => sum + candidatesOf(at).length, 0);
  expect(compared).toBeLessThan(selectors.length);
});
