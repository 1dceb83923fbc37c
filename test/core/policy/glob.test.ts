import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePatterns, matchesGlob, projectsNamed } from '../../../lib/core/policy/glob.ts';

describe('matchesGlob', () => {
  it.each([
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['*-prod', 'shop-prod', true],
    ['*-prod', 'shop-prod-2', false],
    ['shop-*-prod', 'shop-eu-west-prod', true],
    ['shop-?', 'shop-1', true],
    ['shop-?', 'shop-', false],
    ['shop-?', 'shop-12', false],
    ['*a*b', 'xaxbxb', true],
    ['a.c', 'abc', false],
    ['[a-z]', 'b', false],
    ['Shop', 'shop', false],
    ['**', 'anything', true],
  ])('%j against %j is %j', (glob, value, expected) => {
    expect(matchesGlob(glob, value)).toBe(expected);
  });

  it('agrees with the definition of * and ? on every short word', () => {
    const byDefinition = (glob: string, value: string): boolean => {
      if (glob === '') return value === '';
      if (glob.startsWith('*')) {
        return byDefinition(glob.slice(1), value) || (value !== '' && byDefinition(glob, value.slice(1)));
      }
      return value !== '' && (glob[0] === '?' || glob[0] === value[0]) && byDefinition(glob.slice(1), value.slice(1));
    };
    const word = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 7 });
    fc.assert(
      fc.property(word('ab*?'), word('ab'), (glob, value) => {
        expect(matchesGlob(glob, value)).toBe(byDefinition(glob, value));
        if (glob !== '') expect(compilePatterns([glob])(value)).toBe(byDefinition(glob, value));
      }),
      { numRuns: 2000 },
    );
  });

  it('answers a hostile glob without going through every combination', () => {
    expect(matchesGlob('a*'.repeat(200), `${'a'.repeat(2000)}b`)).toBe(true);
    expect(matchesGlob(`${'a*'.repeat(200)}c`, 'a'.repeat(2000))).toBe(false);
  });
});

describe('compilePatterns', () => {
  it.each([
    { patterns: ['pg', 'mysql'], accepted: ['pg', 'mysql'], refused: ['kafka'] },
    { patterns: ['shop-*', '!*-dev'], accepted: ['shop-prod'], refused: ['shop-dev', 'bank-prod'] },
    { patterns: ['!hobbyist-*'], accepted: ['startup-4', ''], refused: ['hobbyist-1'] },
    { patterns: ['!*-dev', 'shop-dev'], accepted: [], refused: ['shop-dev'] },
    { patterns: [], accepted: [], refused: ['', 'pg'] },
  ])('$patterns accepts $accepted and refuses $refused', ({ patterns, accepted, refused }) => {
    const matches = compilePatterns(patterns);
    expect(accepted.filter((value) => !matches(value))).toEqual([]);
    expect(refused.filter(matches)).toEqual([]);
  });
});

const all = ['data-prod', 'shop-dev', 'shop-prod', 'odd*name'];

describe('projects that a person names', () => {
  it.each<[string[], string[]]>([
    [['shop-prod'], ['shop-prod']],
    [['shop-*'], ['shop-dev', 'shop-prod']],
    [
      ['*-prod', 'shop-dev'],
      ['data-prod', 'shop-dev', 'shop-prod'],
    ],
    [
      ['*', '!shop-*'],
      ['data-prod', 'odd*name'],
    ],
    [['!shop-*'], ['data-prod', 'odd*name']],
    [['shop-pro?'], ['shop-prod']],
    [['odd*name'], ['odd*name']],
  ])('%j are %j', (asked, named) => {
    expect(projectsNamed(all, asked)).toEqual(named);
  });

  it('are distinguished from names without a project, and from globs without a match', () => {
    expect(projectsNamed(all, ['gone'])).toEqual(['gone']);
    expect(projectsNamed(all, ['shop-*', 'gone-*', 'gone'])).toEqual(['shop-dev', 'shop-prod', 'gone-*', 'gone']);
    expect(projectsNamed(all, ['*', '!*'])).toEqual(['*', '!*']);
  });
});
