import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastMaximum } from '../../../lib/core/forecast/maximum.ts';

const option = { horizonDays: 30, confidence: 90, ceilingGb: 500, atLeastGb: 20, onRunaway: 'raise' } as const;
const none = { provisionedGb: 0, maximumGb: null };
const ahead = (gb: number) => ({ kind: 'known', gb }) as const;

describe('the maximum that a forecast finds', () => {
  it('is what is provisioned and what may come, rounded up to 10 GB, with the sum in a sentence', () => {
    expect(forecastMaximum(option, ahead(33.4), { provisionedGb: 41, maximumGb: null })).toEqual({
      gb: 80,
      reason:
        '41 GB are provisioned and may grow by 34 GB within 30 days (P90), so the maximum is 80 GB: full before the end of 30 days with a probability of about 10 % at most.',
    });
  });

  it('promises what the confidence of the rule says', () => {
    expect(forecastMaximum({ ...option, confidence: 99 }, ahead(90), none).reason).toBe(
      '0 GB are provisioned and may grow by 90 GB within 30 days (P99), so the maximum is 90 GB: full before the end of 30 days with a probability of about 1 % at most.',
    );
  });

  it('is the ceiling while too little is known, and says why', () => {
    expect(forecastMaximum(option, { kind: 'unknown', why: 'needs 9 more days of history' }, none)).toEqual({
      gb: 500,
      reason: 'The forecast is unknown (needs 9 more days of history), so the maximum is the ceiling of 500 GB.',
    });
    expect(forecastMaximum(option, ahead(1), { provisionedGb: null, maximumGb: 5 }).gb).toBe(500);
  });

  it('is neither above the ceiling nor below the least', () => {
    expect(forecastMaximum(option, ahead(900), none)).toMatchObject({ gb: 500 });
    expect(forecastMaximum(option, ahead(0), none)).toMatchObject({ gb: 20 });
    expect(forecastMaximum({ ...option, ceilingGb: 0, atLeastGb: 0 }, ahead(9), none)).toMatchObject({ gb: 0 });
  });

  it('promises nothing below what may come', () => {
    const reasonOf = (gb: number, maximumGb: number | null) =>
      forecastMaximum(option, ahead(gb), { provisionedGb: 0, maximumGb }).reason;
    expect(reasonOf(900, null)).not.toContain('probability');
    expect(reasonOf(900, 500)).not.toContain('probability');
    expect(reasonOf(90, 100)).toContain('so the maximum of 100 GB is enough: full before the end of 30 days');
  });

  it('stays as it is while it is enough and not much too large', () => {
    expect(forecastMaximum(option, ahead(70), { provisionedGb: 10, maximumGb: 100 }).gb).toBe(100);
    expect(forecastMaximum(option, ahead(70), { provisionedGb: 10, maximumGb: 101 }).gb).toBe(80);
    expect(forecastMaximum(option, ahead(70), { provisionedGb: 10, maximumGb: 79 }).gb).toBe(80);
  });

  it('given back as the maximum in place changes nothing, and leaves room for the growth up to the ceiling', () => {
    return fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 600 }),
        fc.double({ min: 0, max: 600, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 600 })),
        (provisionedGb, growth, maximumGb) => {
          const { gb } = forecastMaximum(option, ahead(growth), { provisionedGb, maximumGb });
          expect(forecastMaximum(option, ahead(growth), { provisionedGb, maximumGb: gb }).gb).toBe(gb);
          expect(gb).toBeGreaterThanOrEqual(Math.min(option.ceilingGb, provisionedGb + growth));
          expect(gb).toBeLessThanOrEqual(option.ceilingGb);
        },
      ),
    );
  });
});
