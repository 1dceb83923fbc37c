import { describe, expect, it } from 'vitest';
import { live } from '../../lib/twin/live.ts';
import { enableAll } from '../workflow/scenarios.ts';
import { budgetOf, lifeOptions, policyOf } from './organization.ts';

const hourMs = 3_600_000;

/** Forecasts, a budget and hourly passes: what depends most on every single pass. */
const moving = policyOf(
  enableAll(300, budgetOf('30.00')).replace(
    'maxAdditionalGb: 300',
    'maxAdditionalGb: forecast, forecast: { ceilingGb: 200, atLeastGb: 10 }',
  ),
);

describe('the same options', () => {
  it.each(['none', 'usual', 'bad'] as const)('give the same life, with faults: %s', async (faults) => {
    const options = lifeOptions({ faults, policy: moving, days: 3 });
    expect(await live(options)).toEqual(await live(options));
  });

  it('give another life for another seed', async () => {
    const [one, other] = [
      await live(lifeOptions({ policy: null })),
      await live(lifeOptions({ policy: null, seed: 2 })),
    ];
    expect(one.services).not.toEqual(other.services);
  });
});

describe('two policies', () => {
  it('meet the same growth: a disk that no policy protects is full at the same moment', async () => {
    const off = enableAll(100).replace("project: '*'", "service: 'carts'");
    const [without, under] = [
      await live(lifeOptions({ policy: null })),
      await live(lifeOptions({ policy: policyOf(off) })),
    ];
    expect(under.writes).toBeGreaterThan(0);
    expect(under.services).toEqual(without.services);
  });
});

describe('a pass over an unchanged organization', () => {
  it.each([
    ['a fixed maximum', policyOf(enableAll(100))],
    ['forecasts and a budget', moving],
    ['an approval that never comes', policyOf(enableAll(100).replace('firstRun: apply', 'firstRun: propose'))],
  ])('can be left out without any difference but in the estimate of calls: %s', async (_, policy) => {
    const options = lifeOptions({ policy, days: 6, everyMs: hourMs, approveAfterMs: null });
    const [{ calls: spared, ...skipped }, { calls: all, ...whole }] = [
      await live(options),
      await live(options, {}, 'live'),
    ];
    expect(skipped).toEqual(whole);
    expect(spared / all).toBeGreaterThan(0.8);
    expect(spared / all).toBeLessThan(1.2);
  });
});
