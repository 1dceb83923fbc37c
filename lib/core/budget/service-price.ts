import { keepFirst, type ServiceName, serviceKey } from '../model/grouping.ts';
import type { PriceKey, Service } from '../model/model.ts';
import { type Money, monthlyPrice, parseMoney, scaled } from '../model/money.ts';
import type { Patterns, PricedPlan, PricePolicy } from '../model/policy-document.ts';
import { oncePerText } from '../model/remembering.ts';
import { compilePatterns } from '../policy/glob.ts';
import type { ServiceContext } from '../service/changes.ts';
import { hasPlanName } from '../service/floor.ts';

/** What the platform says of the price of a GB beyond a plan. */
export type PlatformPrice =
  /** In US dollars an hour, an exact decimal as the platform wrote it. */
  | { readonly kind: 'hourly'; readonly dollars: string }
  /** It has no price for the plan in this cloud. */
  | { readonly kind: 'none' }
  /** It has denied one only once, which a second denial must confirm. */
  | { readonly kind: 'denied-once' }
  /** The request failed. */
  | { readonly kind: 'unread' };

/** By `priceKeyText`; a price that is absent was not asked for. */
export type PlatformPrices = ReadonlyMap<string, PlatformPrice>;

/** A confirmed answer of the platform. @param hourly in US dollars; null if it has no price */
export const answeredPrice = (hourly: string | null): PlatformPrice =>
  hourly === null ? { kind: 'none' } : { kind: 'hourly', dollars: hourly };

/** Key of a service type, plan and cloud in `PlatformPrices`. */
export const priceKeyText = ({ serviceType, plan, cloud }: Omit<PriceKey, 'project'>): string =>
  `${serviceType}/${plan}/${cloud}`;

/** What of a service decides its price. */
type Priced = Pick<Service, 'type' | 'plan' | 'cloud'>;

/** What to ask for the price of a service; undefined without the names that the platform needs for an answer. */
export const priceKeyOf = (project: string, { type, plan, cloud }: Priced): PriceKey | undefined =>
  hasPlanName({ type, plan }) && cloud !== '' ? { project, serviceType: type, plan, cloud } : undefined;

/** The price per GB and month of a service's additional storage, in the currency of the policy. */
export type FoundPrice =
  /** @param unread names the price that could not be read, so that the policy's counts; absent where the platform's counts */
  | { readonly kind: 'price'; readonly perGbMonth: Money; readonly unread?: string }
  | { readonly kind: 'ask'; readonly key: PriceKey }
  /** The request to the platform failed; `what` names the price. */
  | { readonly kind: 'unread'; readonly what: string }
  | { readonly kind: 'none'; readonly why: string };

export interface PriceFinder {
  /** The price for budgets. */
  readonly find: (project: string, service: Priced) => FoundPrice;
  /** The best price available without a request, for display only; null without one. */
  readonly offhand: (project: string, service: Priced) => Money | null;
  /** The prices that `find` looked for, known or not, by `priceKeyText`. */
  readonly sought: ReadonlyMap<string, PriceKey>;
}

const accepts = (patterns: Patterns | undefined) => (patterns === undefined ? () => true : compilePatterns(patterns));

const compileRow = ({ serviceType, plan, cloud, perGbMonth }: PricedPlan) => {
  const [ofType, ofPlan, ofCloud] = [accepts(serviceType), accepts(plan), accepts(cloud)];
  return {
    matches: (service: Priced) => ofType(service.type) && ofPlan(service.plan) && ofCloud(service.cloud),
    price: parseMoney(perGbMonth),
  };
};

/** A denial counts once a second one confirms it (lib/run/lookup/stored-answer.ts). */
const firstDenial =
  'the platform gives none; a run at least 30 minutes later confirms that, then prices of the policy apply';

const none = (why: string): FoundPrice => ({ kind: 'none', why });

/**
 * Returns a finder of prices: the platform's price × 730 hours × exchange rate × factor; without one the first matching
 * row of the policy's table, then the policy's default (design §8). Without those a failed request or an unreadable answer gives
 * no price.
 */
export const priceFinder = (policy: PricePolicy, platform: PlatformPrices): PriceFinder => {
  const rows = policy.table.map(compileRow);
  const fallback = policy.default === null ? null : parseMoney(policy.default);

  const convert = oncePerText((hourly: string): Money | null => {
    const monthly = monthlyPrice(hourly);
    const inCurrency = monthly && scaled(monthly, policy.exchangeRate);
    return inCurrency && scaled(inCurrency, policy.factor);
  });

  const ofPolicy = (service: Priced): FoundPrice => {
    const perGbMonth = rows.find(({ matches }) => matches(service))?.price ?? fallback;
    if (perGbMonth !== null) return { kind: 'price', perGbMonth };
    return none('neither the platform nor prices in the policy give one');
  };

  /** @param otherwise the answer where the policy has no price */
  const instead = (service: Priced, unread: string, otherwise: FoundPrice): FoundPrice => {
    const own = ofPolicy(service);
    return own.kind === 'price' ? { ...own, unread } : otherwise;
  };

  const priced = (service: Priced, hourly: string, what: string): FoundPrice => {
    const perGbMonth = convert(hourly);
    if (perGbMonth !== null) return { kind: 'price', perGbMonth };
    return instead(service, what, none("the platform's answer cannot be read"));
  };

  const found = (project: string, service: Priced): FoundPrice => {
    const key = priceKeyOf(project, service);
    if (key === undefined) return ofPolicy(service);
    const answer = platform.get(priceKeyText(key));
    const what = `the price of plan ${priceKeyText(key)}`;
    switch (answer?.kind) {
      case undefined:
        return { kind: 'ask', key };
      case 'none':
        return ofPolicy(service);
      case 'unread':
        return instead(service, what, { kind: 'unread', what });
      case 'denied-once':
        return { kind: 'unread', what: `${what} (${firstDenial})` };
      case 'hourly':
        return priced(service, answer.dollars, what);
      default:
        return answer satisfies never;
    }
  };

  const sought = new Map<string, PriceKey>();
  return {
    find: (project, service) => {
      const key = priceKeyOf(project, service);
      if (key !== undefined) keepFirst(sought, priceKeyText(key), key);
      return found(project, service);
    },
    sought,
    offhand: (project, service) => {
      const answer = found(project, service);
      const price = answer.kind === 'ask' ? ofPolicy(service) : answer;
      return price.kind === 'price' ? price.perGbMonth : null;
    },
  };
};

/** The prices of these services by project and name; the list is read when the first price is asked. */
export const pricesByService = (
  contexts: readonly ServiceContext[],
  prices: PriceFinder,
): ((service: ServiceName) => Money | null) => {
  let services: ReadonlyMap<string, Service> | undefined;
  return (name) => {
    services ??= new Map(contexts.map(({ judgement, service }) => [serviceKey(judgement.decision), service]));
    const service = services.get(serviceKey(name));
    return service === undefined ? null : prices.offhand(name.project, service);
  };
};
