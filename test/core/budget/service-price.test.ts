import { describe, expect, it } from 'vitest';
import { type PlatformPrice, priceFinder } from '../../../lib/core/budget/service-price.ts';
import { formatExact } from '../../../lib/core/model/money.ts';
import type { PricePolicy } from '../../../lib/core/model/policy-document.ts';
import { aService } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const given: PricePolicy = {
  currency: 'USD',
  exchangeRate: '1',
  factor: '1',
  default: '0.30',
  table: [{ serviceType: ['pg'], plan: ['startup-*'], perGbMonth: '0.25' }],
};

const found = (hourly: PlatformPrice | string | null | undefined, policy: Partial<PricePolicy> = {}, type = 'pg') => {
  const platform = platformPrices(hourly === undefined ? [] : [[`${type}/startup-4/aws-eu-west-1`, hourly]]);
  const price = priceFinder({ ...given, ...policy }, platform).find('p', aService({ type }));
  return price.kind === 'price' ? formatExact(price.perGbMonth) : price.kind;
};

const bare = { table: [], default: null };

describe('the price of a GB and month', () => {
  it.each([
    ["is the platform's by the hour × 730", '0.000205', {}, '0.14965'],
    ['is exact to the last decimal that the platform gives', '0.000000000001', {}, '0.00000000073'],
    [
      'is in the currency of the policy, with what the price leaves out',
      '0.0005',
      { exchangeRate: '0.9', factor: '1.2' },
      '0.3942',
    ],
    [
      'is rounded up where it has more decimals than are kept',
      '0.000000000001',
      { factor: '0.000001' },
      '0.000000000001',
    ],
    ["is the policy's where the platform gives none, by the first row that matches", null, {}, '0.25'],
    ["is the policy's default where no row matches", null, { table: [] }, '0.30'],
    ['is none without any source', null, { table: [], default: null }, 'none'],
    ["is the policy's where the platform could not be asked", { kind: 'unread' }, {}, '0.25'],
    ["is the policy's where its answer cannot be read", 'NaN', { table: [] }, '0.30'],
    ['is not known where the platform could not be asked and the policy has none', { kind: 'unread' }, bare, 'unread'],
    ['is none where its answer cannot be read and the policy has none', 'NaN', bare, 'none'],
    ['is to be asked for first', undefined, {}, 'ask'],
    ['may be nothing: then it costs nothing', '0', {}, '0.00'],
  ] as const)('%s', (_, hourly, policy, wanted) => {
    expect(found(hourly, policy)).toBe(wanted);
  });

  it('is known offhand by the policy alone, to show it without asking', () => {
    const prices = priceFinder(given, new Map());
    expect(prices.offhand('p', aService())).toBe(250_000_000_000n);
    expect(priceFinder({ ...given, table: [], default: null }, new Map()).offhand('p', aService())).toBeNull();
  });
});
