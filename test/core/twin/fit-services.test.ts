import { describe, expect, it } from 'vitest';
import { fitServices } from '../../../lib/core/twin/fit-services.ts';
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
