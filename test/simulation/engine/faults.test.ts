import { describe, expect, it } from 'vitest';
import { createFaults, evenRates, faultKinds } from '../../../lib/simulation/engine/faults.ts';
import { simulate } from '../../../lib/simulation/simulate.ts';

/** Kinds that have one opportunity in a pass, or need a task that comes often. */
const rare =
  /^(?:clock-(?:forward|back)|run-beside|new-id|integration|forbidden|list-stale|event|bus|task-twice|secret|token)/;

describe('faults', () => {
  it('of every kind strike in a simulation of a few days', async () => {
    const rates = Object.fromEntries(faultKinds.map((kind) => [kind, rare.test(kind) ? 0.2 : 0.015]));
    const { faults, violations } = await simulate({ seed: 5, days: 4, size: { projects: 2, services: 8 }, rates });
    expect(faultKinds.filter((kind) => faults[kind] === 0)).toEqual([]);
    expect(violations).toEqual([]);
  });

  it('meet the same opportunity of a day alike, whatever was done before it or by other kinds', () => {
    const struckOn = (day: number, before: number) => {
      let today = 0;
      const faults = createFaults(3, () => today, evenRates(0.1));
      for (let n = 0; n < before; n += 1) faults.strikes('bus-down');
      today = day;
      return Array.from({ length: 50 }, () => faults.strikes('store-conflict'));
    };
    expect(struckOn(4, 9)).toEqual(struckOn(4, 0));
    expect(struckOn(4, 0)).not.toEqual(struckOn(5, 0));
  });

  it('never strike where their rate is missing', () => {
    const faults = createFaults(3, () => 0, { 'bus-down': 1 });
    expect([faults.strikes('bus-down'), faults.strikes('store-full')]).toEqual([true, false]);
    expect(faults.total()).toBe(1);
  });
});
