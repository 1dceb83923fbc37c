import { describe, expect, it } from 'vitest';
import { unit } from '../../../lib/core/model/money.ts';
import { compareLives } from '../../../lib/core/twin/comparison.ts';
import { lifeOf, livedService } from './lives.ts';

const full = (service: string, fullHours: number, more = {}) =>
  livedService(service, { fullHours, firstFullDay: fullHours > 0 ? 2 : null, ...more });

const lives = (hoursOf: (seed: number) => number, more = {}) =>
  [1, 2, 3].map((seed) => lifeOf({ seed, services: [full('orders', hoursOf(seed)), livedService('carts')], ...more }));

describe('the comparison of policies', () => {
  const baseline = { name: null, lives: lives((seed) => 100 * seed) };

  it('gives each measure of each policy as a range over the seeds', () => {
    const { policies, seeds } = compareLives([baseline, { name: 'a', lives: lives((seed) => seed) }]);
    expect(seeds).toBe(3);
    expect(policies.map(({ measures }) => measures['full-hours'])).toEqual([
      { p10: 100, p50: 200, p90: 300 },
      { p10: 1, p50: 2, p90: 3 },
    ]);
  });

  it('writes money as exact decimals, also what is below zero', () => {
    const months = [
      { month: '2026-03', hours: 720, provisioned: unit / 3n, worstCase: unit, budget: 5n * unit, unspent: -unit },
    ];
    const [policy] = compareLives([{ name: 'a', lives: [lifeOf({ months })] }]).policies;
    expect(policy?.months).toEqual([
      expect.objectContaining({
        provisioned: { p10: '0.333333333333', p50: '0.333333333333', p90: '0.333333333333' },
        budget: '5.00',
        unspent: { p10: '-1.00', p50: '-1.00', p90: '-1.00' },
      }),
    ]);
    expect(policy?.measures.unspent.p50).toBe('-1.00');
  });

  it('compares each policy with the life of the same seed without one', () => {
    const cheap = lives(() => 0, { cost: 10n * unit });
    const { policies } = compareLives([
      baseline,
      { name: 'a', lives: cheap.map((life) => ({ ...life, cost: 40n * unit })) },
    ]);
    // 30.00 more for 100, 200 and 300 hours less.
    expect(policies[1]?.measures['avoided-hour-price']).toEqual({ p10: '0.10', p50: '0.15', p90: '0.30' });
  });

  it('lists the services with full disks: production first, then the longest', () => {
    const services = [
      full('small', 1),
      full('dev', 500, { isProduction: false }),
      full('large', 9),
      livedService('never'),
    ];
    const [policy] = compareLives([{ name: 'a', lives: [lifeOf({ services })] }]).policies;
    expect(policy?.full.map(({ service }) => service)).toEqual(['large', 'small', 'dev']);
    expect(policy?.full[0]).toMatchObject({ seeds: 1, firstFullDay: { p10: 2, p50: 2, p90: 2 }, owner: 'shop' });
  });

  it('names the services that gain and lose hours, and not those that move by less than an hour', () => {
    const before = { name: 'a', lives: [lifeOf({ services: [full('up', 5), full('down', 50), full('same', 1)] })] };
    const after = { name: 'b', lives: [lifeOf({ services: [full('up', 9), full('down', 0), full('same', 1.9)] })] };
    const { better, worse } = compareLives([before, after]);
    expect(better).toEqual([expect.objectContaining({ service: 'down', fromHours: 50, toHours: 0 })]);
    expect(worse).toEqual([expect.objectContaining({ service: 'up', fromHours: 5, toHours: 9 })]);
  });

  it('shows a plan that waits in any life', () => {
    const waiting = { sinceDay: 0, services: 3, reasons: ['3 services would be lowered.'] };
    const all = [lifeOf(), lifeOf({ seed: 2, waiting })];
    expect(compareLives([{ name: 'a', lives: all }]).policies[0]?.waiting).toEqual(waiting);
  });
});
