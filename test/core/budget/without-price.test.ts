import { describe, expect, it } from 'vitest';
import { flat } from '../a-change.ts';
import { at, snapshotWith } from '../one-service.ts';
import { aPolicy, enableAll, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

/** The plan for one service with a maximum of 100 GB whose plan has no price, in a budget. */
const planWith = (wanted: number) =>
  planOf([snapshotWith([at('e1', 100)], ['e1'])], {
    policy: aPolicy({
      rules: [enableAll(wanted)],
      budgets: [
        {
          ...{ name: 'storage', match: { project: ['*'] }, monthly: '100.00', basis: 'run-rate', rest: 'share' },
          ...{ deadBandGb: 0, warnPercent: 90 },
        },
      ],
      prices: pricedAt(null),
    }),
    prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
    planDiskMb: new Map([['pg/startup-4', 80 * 1024]]),
  }).plan;

describe('a service without a price in a budget', () => {
  it.each([100, 150])('keeps its maximum of 100 GB where it wants %i, which a finding explains', (wanted) => {
    const { changes, findings } = planWith(wanted);
    expect(changes).toEqual([]);
    expect(findings.map(({ code, service }) => [code, service])).toEqual([['price-unknown', 'orders']]);
  });

  it('is lowered to what it wants', () => {
    expect(flat(planWith(60).changes).map(({ fromGb, toGb }) => [fromGb, toGb])).toEqual([[100, 60]]);
  });
});
