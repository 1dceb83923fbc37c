import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestName, sameButForCase } from '../../../lib/core/model/nearest-name.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['autoscalar', 'autoscaler', 1],
    ['no', 'on', 2],
  ])('from %j to %j is %i', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
  });

  it('is a distance: zero only for the same word, the same both ways, never longer by a detour', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});

describe('nearestName', () => {
  const known = ['disk-autoscaler', 'disk-autoscaler-max-gb', 'disk-autoscaler-until'];

  it.each([
    ['disk-autoscalar', 'disk-autoscaler'],
    ['Disk-Autoscaler', 'disk-autoscaler'],
    ['disk_autoscaler_max_gb', 'disk-autoscaler-max-gb'],
    ['disk-autoscaler-untill', 'disk-autoscaler-until'],
    ['disk-size', undefined],
    ['team', undefined],
  ])('takes %j for %j', (written, meant) => {
    expect(nearestName(written, known)).toBe(meant);
  });

  it('does not guess between two names that are equally near', () => {
    expect(nearestName('moda', ['modb', 'modc'])).toBeUndefined();
  });

  it('never takes one short word for the other', () => {
    expect(nearestName('no', ['on', 'off'])).toBeUndefined();
    expect(nearestName('ON', ['on', 'off'])).toBe('on');
    expect(nearestName('of', ['on', 'off'])).toBe('off');
  });
});

describe('two names', () => {
  it('are the same but for case, blanks around them, and _ in place of -', () => {
    expect(sameButForCase(' Data_Prod ', 'data-prod')).toBe(true);
    expect(sameButForCase('data-prod', 'data-prad')).toBe(false);
    expect(sameButForCase('data prod', 'data-prod')).toBe(false);
  });
});
