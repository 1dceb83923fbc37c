import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePatterns, matchesGlob } from '../../../lib/core/policy/glob.ts';
import {
  acceptNothing,
  globCovers,
  globsMeet,
  patternsCover,
  patternsMeet,
} from '../../../lib/core/policy/selector-logic.ts';

describe('globs', () => {
  it.each([
    ['*', 'a*b', true],
    ['a*', 'a*b', true],
    ['a*', 'ab', true],
    ['?', 'a', true],
    ['?', '?', true],
    ['a*c', 'ab*bc', true],
    ['*-prod', 'shop-*-prod', true],
    ['?', '*', false],
    ['a', '?', false],
    ['a*', '*a', false],
    ['', '', true],
    ['', '*', false],
  ])('%s covers %s: %s', (wide, narrow, expected) => {
    expect(globCovers(wide, narrow)).toBe(expected);
  });

  it.each([
    ['a*', '*b', true],
    ['*-prod', 'shop-*', true],
    ['a?', '?b', true],
    ['*', '', true],
    ['a*', 'b*', false],
    ['a?', 'a', false],
    ['*-prod', '*-dev', false],
    ['ab*cd', 'a*d', true],
  ])('%s meets %s: %s', (a, b, expected) => {
    expect(globsMeet(a, b)).toBe(expected);
    expect(globsMeet(b, a)).toBe(expected);
  });
});

describe('what is said of patterns', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 });
  const glob = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 4 });
  const pattern = fc.tuple(fc.constantFrom('', '', '!'), glob).map((parts) => parts.join(''));
  const patterns = fc.array(pattern, { maxLength: 3 });
  const runs = { numRuns: 2000 };

  it('holds for every value: what is covered is accepted by the wider one too', () => {
    fc.assert(
      fc.property(patterns, patterns, fc.array(text), (wide, narrow, values) => {
        fc.pre(patternsCover(wide, narrow));
        const [all, some] = [compilePatterns(wide), compilePatterns(narrow)];
        for (const value of values) expect(some(value) && !all(value)).toBe(false);
      }),
      runs,
    );
  });

  it('holds for every value: what does not meet is never accepted by both, and nothing by what accepts nothing', () => {
    fc.assert(
      fc.property(patterns, patterns, fc.array(text), (a, b, values) => {
        for (const value of values.filter(compilePatterns(a))) {
          expect(acceptNothing(a)).toBe(false);
          if (compilePatterns(b)(value)) expect(patternsMeet(a, b)).toBe(true);
        }
      }),
      runs,
    );
  });

  it('is exact where two globs meet', () => {
    const short = [
      '',
      'a',
      'b',
      'aa',
      'ab',
      'ba',
      'bb',
      ...['aa', 'ab', 'ba', 'bb'].flatMap((t) => [`a${t}`, `b${t}`]),
    ];
    const all = [
      ...short,
      ...short.filter((t) => t.length === 3).flatMap((t) => [`a${t}`, `b${t}`, `aa${t}`, `bb${t}`]),
    ];
    const small = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 2 });
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(globsMeet(a, b)).toBe(all.some((value) => matchesGlob(a, value) && matchesGlob(b, value)));
      }),
      runs,
    );
  });

  it.each([
    [['*'], ['a', '!b'], true],
    [['!dev-*'], ['prod-*'], true],
    [['!dev-*'], ['*'], false],
    [['!dev-*'], ['!dev-*', '!x'], true],
    [['!dev-1'], ['!dev-*'], true],
    [['a*', 'b*'], ['b1', 'a*'], true],
    [['a*', '!ab'], ['a*'], false],
    [['a', '!a'], ['b', '!b'], true],
  ])('%j covers %j: %s', (wide, narrow, expected) => {
    expect(patternsCover(wide, narrow)).toBe(expected);
  });

  it.each([
    [['a', '!a'], true],
    [['prod-*', '!prod-*'], true],
    [['prod-1', '!prod-*'], true],
    [['!*'], true],
    [[], true],
    [['prod-*', '!prod-1'], false],
    [['!a'], false],
  ])('%j accepts nothing: %s', (some, expected) => {
    expect(acceptNothing(some)).toBe(expected);
  });
});
