import { describe, expect, it } from 'vitest';
import { evenRates, type FaultKind, faultKinds, noFaults } from './faults.ts';
import { rarestOf, withMoreOf } from './rarest.ts';

const countsOf = (few: readonly FaultKind[]) =>
  Object.fromEntries(faultKinds.map((kind) => [kind, few.includes(kind) ? 3 : 900])) as Record<FaultKind, number>;

describe('the kinds of faults that struck least so far', () => {
  it('are the ones with the lowest counts, and the same ones whenever the counts are the same', () => {
    const few = ['secret-moved', 'list-stale', 'run-beside'] as const;
    const rarest = rarestOf(countsOf(few));
    expect(rarest.slice(0, 3).toSorted()).toEqual(few.toSorted());
    expect(rarestOf(countsOf(few))).toEqual(rarest);
  });

  it('strike more in the next seed, and all others as before', () => {
    const rates = evenRates(0.01);
    const more = withMoreOf(rates, ['list-stale', 'secret-moved']);
    expect(more['list-stale']).toBeGreaterThan(5 * (rates['list-stale'] ?? 1));
    expect(more['secret-moved']).toBeGreaterThan(5 * (rates['secret-moved'] ?? 1));
    expect({ ...more, 'list-stale': rates['list-stale'], 'secret-moved': rates['secret-moved'] }).toEqual(rates);
  });

  it('strike at most always, and never where there are no faults', () => {
    expect(withMoreOf({ 'list-stale': 0.4 }, ['list-stale'])).toEqual({ 'list-stale': 1 });
    expect(withMoreOf(noFaults, ['list-stale'])).toEqual(noFaults);
  });
});
