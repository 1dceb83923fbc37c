import { describe, expect, it } from 'vitest';
import { live } from '../../../lib/simulate/live.ts';
import { budgetOf, lifeOptions, policyOf } from '../../simulate/organization.ts';
import { enableAll } from '../../workflow/scenarios.ts';

/** Forecasts and a budget: what depends most on every single pass. */
const moving = policyOf(
  enableAll(300, budgetOf('30.00')).replace(
    'maxAdditionalGb: 300',
    'maxAdditionalGb: forecast, forecast: { ceilingGb: 200, atLeastGb: 10 }',
  ),
);

describe('the same options', () => {
  it('give the same life', async () => {
    const options = lifeOptions({ policy: moving, days: 3 });
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
