import { describe, expect, it } from 'vitest';
import {
  descriptionOf,
  type ListedToken,
  listedAs,
  lostByRotation,
  maxAgeSeconds,
  rotationOf,
  sweepAgeMs,
  sweepable,
  versionState,
} from '../../../lib/core/token/rotation.ts';

const now = Date.parse('2026-03-02T08:00:00Z');
const ago = (ms: number) => new Date(now - ms).toISOString();

const known = (prefix: string, description: string | null, more: Partial<ListedToken> = {}): ListedToken => ({
  prefix,
  description,
  createdAt: ago(sweepAgeMs + 1),
  expiresAt: null,
  maxAgeSeconds: null,
  lastUsedAt: null,
  isCurrent: false,
  ...more,
});

const ours = (prefix: string, rotation: string, more: Partial<ListedToken> = {}) =>
  known(prefix, descriptionOf('secret', rotation), more);

const prefixes = (tokens: readonly ListedToken[]) => tokens.map(({ prefix }) => prefix);

describe('where a rotation stands', () => {
  it.each([
    [['AWSCURRENT'], 'current'],
    [['AWSCURRENT', 'AWSPENDING'], 'current'],
    [['AWSPENDING'], 'pending'],
    [['AWSPREVIOUS'], 'superseded'],
    [[], 'superseded'],
  ] as const)('with the stages %j is %s', (own, expected) => {
    expect(
      versionState(
        [
          { id: 'other', stages: ['AWSCURRENT'] },
          { id: 'own', stages: own },
        ],
        'own',
      ),
    ).toBe(expected);
  });

  it('is superseded for one that the secret does not know', () => {
    expect(versionState([], 'own')).toBe('superseded');
  });
});

describe('the mark of a token', () => {
  it('names the rotation that created it, for its own secret only', () => {
    expect(rotationOf('secret', ours('p', 'r1'))).toBe('r1');
    expect(rotationOf('other', ours('p', 'r1'))).toBeUndefined();
    expect(rotationOf('secret', known('p', 'of a person'))).toBeUndefined();
    expect(rotationOf('secret', known('p', null))).toBeUndefined();
  });
});

describe('what is revoked before another token is made', () => {
  const tokens = [ours('a', 'r1'), ours('b', 'r1', { createdAt: ago(0) }), ours('c', 'r2'), known('d', null)];

  it('are all of the same rotation that are not stored, however young', () => {
    expect(prefixes(lostByRotation(tokens, 'secret', 'r1', new Map()))).toEqual(['a', 'b']);
    expect(prefixes(lostByRotation(tokens, 'secret', 'r1', new Map([['r1', null]])))).toEqual(['a', 'b']);
    expect(prefixes(lostByRotation(tokens, 'secret', 'r1', new Map([['r1', 'b']])))).toEqual(['a']);
  });
});

describe('the sweep', () => {
  const sweep = (tokens: readonly ListedToken[], stored: [string, string | null][] = []) =>
    prefixes(sweepable(tokens, 'secret', new Map(stored), now));

  it('takes what is of this secret, stored nowhere and a day old', () => {
    expect(sweep([ours('a', 'r1'), known('b', null), known('c', descriptionOf('other', 'r1'))])).toEqual(['a']);
  });

  it('leaves what is stored, and takes what another try of the same rotation left', () => {
    expect(sweep([ours('a', 'r1'), ours('b', 'r1')], [['r1', 'b']])).toEqual(['a']);
    expect(sweep([ours('a', 'r1')], [['r1', null]])).toEqual(['a']);
  });

  it.each([
    ['was made a day ago or less', { createdAt: ago(sweepAgeMs) }],
    ['was used a day ago or less', { lastUsedAt: ago(sweepAgeMs) }],
    ['is of unknown age', { createdAt: null }],
    ['has an unreadable age', { createdAt: 'yesterday' }],
    ['is the one that asks', { isCurrent: true }],
  ] satisfies [string, Partial<ListedToken>][])('leaves what %s', (_, more) => {
    expect(sweep([ours('a', 'r1', more)])).toEqual([]);
  });
});

describe('the listed token that a value is', () => {
  const tokens = [known('abc', null), known('def', null, { isCurrent: true }), known('ghi', null)];

  it('is the one with its prefix, else the one that asked, else the one whose prefix it begins with', () => {
    expect(listedAs(tokens, { token: 'ghi-and-more', prefix: 'abc' })?.prefix).toBe('abc');
    expect(listedAs(tokens, { token: 'ghi-and-more' })?.prefix).toBe('def');
    expect(
      listedAs(
        [tokens[0], tokens[2]].filter((token) => token !== undefined),
        { token: 'ghi-and-more' },
      )?.prefix,
    ).toBe('ghi');
    expect(listedAs([], { token: 'ghi-and-more' })).toBeUndefined();
  });
});

describe('the age of a new token', () => {
  it.each([
    [null, null],
    [30, 90 * 86_400],
    [1, 3 * 86_400],
    [10_000, 315_360_000],
  ])('with a rotation every %j days is %j seconds', (days, expected) => {
    expect(maxAgeSeconds(days)).toBe(expected);
  });
});
