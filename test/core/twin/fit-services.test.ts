import { describe, expect, it } from 'vitest';
import { fitServices, unknownGrowth } from '../../../lib/core/twin/fit-services.ts';
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
