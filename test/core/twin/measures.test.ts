import { describe, expect, it } from 'vitest';
import { unit } from '../../../lib/core/model/money.ts';
import { measure, measureNames, measures } from '../../../lib/core/twin/measures.ts';
import { lifeOf, livedService } from './lives.ts';

const full = (service: string, fullHours: number, more = {}) =>
  livedService(service, { fullHours, firstFullDay: 3, ...more });

describe('what a life is judged by', () => {
  it('counts the hours and services with a full disk, those in production apart', () => {
    const services = [full('a', 10.5), full('b', 0.1, { isProduction: false }), livedService('c')];
    expect(measure(lifeOf({ services }), lifeOf())).toMatchObject({
      'full-hours': 10.6,
      'production-full-hours': 10.5,
      'services-full': 2,
      'production-services-full': 1,
    });
  });

  it('takes the highest month of what is provisioned and may be, and the least that budgets leave', () => {
    const month = (provisioned: bigint, unspent: bigint | null) => ({
      month: '2026-03',
      hours: 720,
      provisioned,
      worstCase: 2n * provisioned,
      budget: null,
      unspent,
    });
    const months = [month(5n, 7n), month(9n, -2n), month(3n, null)];
    const measured = measure(lifeOf({ months }), lifeOf());
    expect([measured.provisioned, measured['worst-case'], measured.unspent]).toEqual([9n, 18n, -2n]);
  });

  it('divides the extra cost by the hours that the policy avoids, exactly', () => {
    const baseline = lifeOf({ services: [full('a', 100.5)], cost: 1n * unit });
    const life = lifeOf({ services: [full('a', 0.5)], cost: 21n * unit });
    expect(measure(life, baseline)['avoided-hour-price']).toBe(unit / 5n);
  });

  it('knows no such price where no hour is avoided, nor of the life without a policy itself', () => {
    const baseline = lifeOf({ services: [full('a', 5)] });
    expect(measure(lifeOf({ services: [full('a', 5)] }), baseline)['avoided-hour-price']).toBeNull();
    expect(measure(baseline, baseline)['avoided-hour-price']).toBeNull();
  });

  it('has a sentence for each', () => {
    for (const name of measureNames) expect(measures[name]).toMatch(/^[a-z][\w ,]+$/);
  });
});
