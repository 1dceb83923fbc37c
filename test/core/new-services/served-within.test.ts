import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newServiceMinutes } from '../../../lib/core/new-services/served-within.ts';

const hourly = (projects: number) => ({ projects, perPass: 1_000, minutesBetween: 60 });
const looks = { projects: 79, everyMinutes: 2 };

describe('the time within which a new service has its autoscaler', () => {
  it('grows with the turns that looks need, and not at once to the time of a pass', () => {
    const within = (projects: number) => newServiceMinutes(hourly(projects), looks, 120);
    // A turn takes 3 minutes, and a pass that no look interrupts reads 80 projects in 5.
    expect([within(79), within(80), within(158), within(159)]).toEqual([13, 16, 20, 23]);
  });

  it('is that of a pass where no look is sooner, or none has an interval', () => {
    expect(newServiceMinutes(hourly(100_000), looks, 120)).toBe(125);
    expect(newServiceMinutes(hourly(10), undefined, 120)).toBe(125);
  });

  it('is never shorter for more projects, rarer looks or smaller ones', () => {
    const some = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(
        some,
        some,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 60 }),
        (a, b, each, every) => {
          const [few, many] = [Math.min(a, b), Math.max(a, b)];
          const within = (projects: number, size: number, everyMinutes: number) =>
            newServiceMinutes(hourly(projects), { projects: size, everyMinutes }, 180);
          expect(within(few, each, every)).toBeLessThanOrEqual(within(many, each, every));
          expect(within(few, each, every)).toBeLessThanOrEqual(within(few, each, every + 1));
          expect(within(few, each + 1, every)).toBeLessThanOrEqual(within(few, each, every));
        },
      ),
    );
  });
});
