import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { fixedSeed, seedLine, seedOf } from '../../seed/seed.ts';

const noDraw = () => {
  throw new Error('nothing is drawn');
};

describe('the seed of a run of the tests', () => {
  it.each([undefined, ''])('is always the same where none is asked for (%j), and is not worth a line', (asked) => {
    expect(seedOf(asked, noDraw)).toBe(fixedSeed);
    expect(seedLine(fixedSeed)).toBeUndefined();
  });

  it.each([
    ['0', 0],
    ['42', 42],
    ['2147483647', 2_147_483_647],
  ])('is the number that HEADROOM_SEED=%s asks for', (asked, seed) => {
    expect(seedOf(asked, noDraw)).toBe(seed);
  });

  it('is drawn where that is asked for, and a line says how to repeat the run', () => {
    const seed = seedOf('random', () => 0.5);
    expect(seed).toBe(1_073_741_823);
    expect(seedLine(seed)).toContain('HEADROOM_SEED=1073741823 npm test');
    expect(seedOf(String(seed), noDraw)).toBe(seed);
  });

  it.each(['-1', '1.5', '1e3', 'Random', '2147483648', '99999999999'])('is not %s: that is refused', (asked) => {
    expect(() => seedOf(asked, noDraw)).toThrow(
      `HEADROOM_SEED is ${asked}: give a whole number from 0 to 2147483647, or random`,
    );
  });

  it('is the seed of every property, which draws the same values each time', () => {
    const drawn = () => {
      const values: number[] = [];
      fc.assert(fc.property(fc.integer(), (value) => void values.push(value)));
      return values;
    };
    expect(fc.readConfigureGlobal().seed).toBe(inject('seed'));
    expect(drawn()).toEqual(drawn());
    expect(fc.sample(fc.integer(), 20)).toEqual(fc.sample(fc.integer(), 20));
    expect(new Set(drawn()).size).toBeGreaterThan(20);
  });

  it('stands in the failure of a property', () => {
    const failing = () => fc.assert(fc.property(fc.integer(), (value) => value < 1_000));
    expect(failing).toThrow(`seed: ${inject('seed')}`);
  });
});
