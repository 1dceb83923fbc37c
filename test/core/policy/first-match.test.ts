import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Selector } from '../../../lib/core/model/policy-document.ts';
import { effectiveTags } from '../../../lib/core/policy/effective-tags.ts';
import { compileFirstMatch } from '../../../lib/core/policy/first-match.ts';
import { compileSelector, type Subject } from '../../../lib/core/policy/selector.ts';

const subjectOf = (given: Partial<Subject> = {}): Subject => ({
  project: 'a',
  service: 'a',
  serviceType: 'pg',
  plan: 'a',
  cloud: 'a',
  state: 'RUNNING',
  tags: new Map(),
  projectTags: {},
  ...given,
});

const word = fc.constantFrom('a', 'b', 'ab', 'c');
const patterns = fc.uniqueArray(fc.constantFrom('a', 'b', 'a*', '?', '!a', '!*b', '*'), { minLength: 1, maxLength: 3 });
const tagPatterns = fc.dictionary(word, patterns, { minKeys: 1, maxKeys: 2 });
const selector: fc.Arbitrary<Selector> = fc.record(
  {
    state: fc.constant(['RUNNING']),
    project: patterns,
    service: patterns,
    plan: patterns,
    cloud: patterns,
    tags: tagPatterns,
    projectTags: tagPatterns,
  },
  { requiredKeys: ['state'] },
);
const subject: fc.Arbitrary<Subject> = fc
  .record({
    project: word,
    service: word,
    plan: word,
    cloud: word,
    projectTags: fc.dictionary(word, word),
    own: fc.dictionary(word, word),
  })
  .map(({ own, ...rest }) => subjectOf({ ...rest, tags: effectiveTags(rest.projectTags, own) }));

describe('the first selector that matches', () => {
  it('is the one that is found by asking one after the other', () => {
    fc.assert(
      fc.property(fc.array(selector, { maxLength: 80 }), fc.array(subject, { maxLength: 8 }), (selectors, subjects) => {
        const first = compileFirstMatch(selectors);
        for (const each of subjects) {
          expect(first(each)).toBe(selectors.findIndex((one) => compileSelector(one).matches(each)));
        }
      }),
    );
  });

  it.each([0, 31, 32, 63, 64, 199])('may stand at any place, also at %i', (place) => {
    const selectors = Array.from({ length: 200 }, (_, n): Selector => ({ plan: [n === place ? 'a' : 'other'] }));
    expect(compileFirstMatch(selectors)(subjectOf())).toBe(place);
    expect(compileFirstMatch(selectors)(subjectOf({ plan: 'b' }))).toBe(-1);
  });

  it('stays right when more values come than are kept', () => {
    const first = compileFirstMatch([{ tags: { id: ['*7'] } }]);
    const answers = Array.from({ length: 25_000 }, (_, n) =>
      first(subjectOf({ tags: new Map([['id', { value: `${n}`, from: 'service' as const }]]) })),
    );
    expect(answers.filter((answer) => answer === 0)).toHaveLength(2500);
  });

  it('of none is none', () => {
    expect(compileFirstMatch([])(subjectOf())).toBe(-1);
  });
});
