import { describe, expect, it } from 'vitest';
import {
  fitServices,
  ownError,
  ownFactorsOf,
  unknownGrowth,
  withOwnFactors,
} from '../../../lib/core/twin/fit-services.ts';
import { plainGrowth } from '../../../lib/core/twin/growth-model.ts';
import { days, firstDay, grownBy } from './measured.ts';

const measured = (gbPerDay: number, count = 30, type = 'pg', diskGb = 1000) => ({
  type,
  diskGb,
  points: grownBy(
    days(count, () => gbPerDay),
    diskGb,
  ),
});

describe('the growths of an organization', () => {
  it('are fitted where the measurements show them, and typical where they do not, in order', () => {
    const services = [measured(1), measured(2), measured(3), measured(90), { type: 'pg', diskGb: 500, points: [] }];
    const fits = fitServices(services, firstDay + 30);
    expect(fits.map(({ kind }) => kind)).toEqual(['steady', 'steady', 'steady', 'unknown', 'unknown']);
    expect(fits[3]?.gbPerDay).toBeCloseTo(90, 6);
    expect(fits[4]).toMatchObject({ gbPerDay: 1 });
  });

  it('have a narrower band where growths of their type went on as they were, and a wider one where they did not', () => {
    const widthOf = (count: number, gbOn: (day: number) => number) => {
      const services = Array.from({ length: count }, () => ({
        type: 'pg',
        diskGb: 1000,
        points: grownBy(days(30, gbOn)),
      }));
      const fit = fitServices([measured(2), ...services], firstDay + 30)[0];
      return (fit?.highGbPerDay ?? 0) - (fit?.lowGbPerDay ?? 0);
    };
    const alone = widthOf(0, () => 0);
    expect(widthOf(40, () => 2)).toBeLessThan(alone / 2);
    expect(widthOf(40, (day) => (day < 20 ? 0.5 : 40))).toBeGreaterThan(1.2 * alone);
  });
});

const rate = (type: string, gbPerDay: number, diskGb = 100) => ({ type, diskGb, gbPerDay });
const service = { type: 'kafka', diskGb: 200, seenGbPerDay: null };

describe('a growth that no measurement shows', () => {
  it('is typical of its type, for the size of its disk, with a wide band', () => {
    const known = [
      rate('kafka', 1),
      rate('kafka', 2),
      rate('kafka', 3),
      rate('pg', 50),
      rate('pg', 60),
      rate('pg', 70),
    ];
    const growth = unknownGrowth(service, known);
    expect(growth).toMatchObject({ kind: 'unknown', gbPerDay: 4 });
    expect(growth.lowGbPerDay).toBeLessThanOrEqual(1);
    expect(growth.highGbPerDay).toBeGreaterThanOrEqual(16);
  });

  it('is typical of all services where too few of its type are known, and of any organization without these', () => {
    expect(unknownGrowth(service, [rate('kafka', 9), rate('pg', 1), rate('pg', 2)]).gbPerDay).toBe(4);
    expect(unknownGrowth(service, [rate('pg', 5)]).gbPerDay).toBe(0.5);
  });

  it('is never 0, however idle the others are', () => {
    expect(unknownGrowth(service, [rate('kafka', 0), rate('kafka', 0), rate('kafka', 0)]).gbPerDay).toBeGreaterThan(0);
  });

  it('is not below what the few days show', () => {
    expect(unknownGrowth({ ...service, seenGbPerDay: 25 }, [])).toMatchObject({ gbPerDay: 25, highGbPerDay: 100 });
  });
});

const errorOf = (count: number, gbOn: (day: number) => number) => ownError(grownBy(days(count, gbOn)));

describe('an own error of a growth', () => {
  it('is none where the last third of the days went on as those before', () => {
    expect(errorOf(30, () => 2)).toBeCloseTo(0, 6);
  });

  it('is above 0 where it was faster, below where it was slower, in the width of the band of then', () => {
    expect(errorOf(30, (day) => (day < 20 ? 2 : 3))).toBeGreaterThan(0.2);
    expect(errorOf(30, (day) => (day < 20 ? 2 : 60))).toBeGreaterThan(3);
    expect(errorOf(30, (day) => (day < 20 ? 2 : 1))).toBeLessThan(-0.2);
  });

  it('does not count clean-ups, which have a place of their own', () => {
    expect(errorOf(30, (day) => (day === 24 ? -60 : 2))).toBeCloseTo(0, 6);
  });

  it('is unknown for less than a fit and the days after it', () => {
    expect(errorOf(16, () => 2)).toBeNull();
    expect(ownError([])).toBeNull();
  });
});

describe('the width of bands by own errors', () => {
  const banded = {
    ...plainGrowth(2),
    lowGbPerDay: 1,
    highGbPerDay: 5,
    bursts: { everyDays: 6, lowEveryDays: 4, highEveryDays: 20, lowGb: 1, highGb: 2, longestHours: 8 },
  };

  it('is the usual one without errors, and where errors are as wide as the bands', () => {
    expect(ownFactorsOf([])).toEqual({ low: 1, high: 1 });
    const even = ownFactorsOf(Array.from({ length: 101 }, (_, number) => (number - 50) / 40));
    expect(even.low).toBeCloseTo(1, 6);
    expect(even.high).toBeCloseTo(1, 6);
    expect(withOwnFactors(banded, ownFactorsOf([]))).toEqual(banded);
  });

  it('is smaller where many growths went on as they were, never 0, and larger where they did not', () => {
    const { low, high } = ownFactorsOf(Array.from({ length: 400 }, () => 0));
    expect(low).toBeLessThan(0.2);
    expect(low).toBeGreaterThan(0);
    expect(high).toBe(low);
    expect(ownFactorsOf([0]).high).toBeGreaterThan(0.8);
    expect(ownFactorsOf(Array.from({ length: 400 }, (_, number) => (number % 5) - 2)).high).toBeGreaterThan(1.5);
  });

  it('moves both ends of the rate and of the distance of bursts, and no rate below 0', () => {
    const { lowGbPerDay, highGbPerDay, bursts } = withOwnFactors(banded, { low: 0.5, high: 0.5 });
    expect([lowGbPerDay, highGbPerDay]).toEqual([1.5, 3.5]);
    expect(bursts?.lowEveryDays).toBeCloseTo(4.8, 6);
    expect(bursts?.highEveryDays).toBeCloseTo(9.23, 2);
    const wide = withOwnFactors(banded, { low: 4, high: 4 });
    expect(wide.lowGbPerDay).toBe(0);
    expect(wide.bursts).toMatchObject({ highEveryDays: 3_660 });
    expect(wide.bursts?.lowEveryDays).toBeCloseTo(2, 6);
  });
});
