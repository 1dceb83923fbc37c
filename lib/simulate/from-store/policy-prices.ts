import { priceFinder, priceKeyText } from '../../core/budget/service-price.ts';
import { formatExact, type Money, monthlyPrice, scaled, unit } from '../../core/model/money.ts';
import type { Policy, PricePolicy } from '../../core/model/policy-document.ts';
import type { Scenario } from '../../platform/index.ts';

type Offer = NonNullable<Scenario['prices']>[number];

const textOf = ({ type, plan, cloud }: Offer): string => priceKeyText({ serviceType: type, plan, cloud });

/** Offers of additional storage whose price the store does not have: a run asks for prices only under a budget. */
export const unpricedOffers = ({ projects, plans, prices = [] }: Scenario): Offer[] => {
  const priced = new Set(prices.map(textOf));
  const growing = new Set(plans.flatMap(({ type, name, capGb }) => (capGb === undefined ? [] : [`${type}/${name}`])));
  const offers = projects
    .flatMap(({ services = [] }) => services)
    .map(({ type, plan, cloud }): Offer => ({ type, plan, cloud, base: '0' }))
    .filter((offer) => growing.has(`${offer.type}/${offer.plan}`) && !priced.has(textOf(offer)));
  return [...new Map(offers.map((offer) => [textOf(offer), offer])).values()];
};

/** US dollars an hour of a price in the currency of a policy, rounded down at the 12th decimal. */
const hourlyOf = (perGbMonth: Money, { exchangeRate, factor }: PricePolicy): string => {
  const month = monthlyPrice('1') ?? unit;
  const dollar = scaled(scaled(month, exchangeRate) ?? month, factor) ?? month;
  return formatExact((perGbMonth * unit) / dollar);
};

/**
 * An organization of a store with a price for every offer that these policies count on: what the store lacks has the price of
 * the first policy that names one. Without a budget an unknown price is 0: nothing depends on it.
 * @throws Error where a policy has budgets and neither has the price
 */
export const withPolicyPrices = (scenario: Scenario, policies: readonly Policy[]): Scenario => {
  const assumed = unpricedOffers(scenario).map((offer): Offer => {
    const denied = new Map([[textOf(offer), { kind: 'none' } as const]]);
    for (const { prices } of policies) {
      const found = priceFinder(prices, denied).find('', offer);
      if (found.kind === 'price') return { ...offer, additionalGb: hourlyOf(found.perGbMonth, prices) };
    }
    if (policies.some(({ budgets }) => budgets.length > 0))
      throw new Error(
        `the store has no price of additional storage for plan ${textOf(offer)}: run headroom plan under the policy, or set prices.default in it`,
      );
    return { ...offer, additionalGb: '0' };
  });
  return { ...scenario, prices: [...(scenario.prices ?? []), ...assumed] };
};
