import type { PlatformPrice } from '../../lib/core/budget/service-price.ts';
import type { MaximumKind, Service } from '../../lib/core/model/model.ts';
import { type Money, parseMoney, unit } from '../../lib/core/model/money.ts';
import type { PricePolicy } from '../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import { type Case, isEligible, kindOf, provisioned, retained, whileOff, whole } from './actual.ts';
import { accepts } from './policy.ts';

export const up = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/** The price of a GB and month: money, why there is none, or an answer that is missing. */
type Price = Money | 'none' | 'unread' | 'ask';

const ofPolicy = ({ table, default: fallback }: PricePolicy, { type, plan, cloud }: Service): Price => {
  const row = table.find(
    (each) =>
      accepts(each.serviceType ?? ['*'], type) &&
      accepts(each.plan ?? ['*'], plan) &&
      accepts(each.cloud ?? ['*'], cloud),
  );
  return parseMoney(row?.perGbMonth ?? fallback ?? '') ?? 'none';
};

/** The platform's price × 730 hours × exchange rate × factor, each product rounded up; else that of the policy. */
export const priceOf = ({ policy: { prices }, prices: answers }: PlanInput, service: Service): Price => {
  const answer: PlatformPrice | undefined = answers?.get(`${service.type}/${service.plan}/${service.cloud}`);
  if (answer?.kind === 'none') return ofPolicy(prices, service);
  if (answer === undefined) return 'ask';
  if (answer.kind === 'denied-once') return 'unread';
  const own = ofPolicy(prices, service);
  if (answer.kind === 'unread') return own === 'none' ? 'unread' : own;
  const hourly = parseMoney(answer.dollars);
  const times = [prices.exchangeRate, prices.factor].map((each) => parseMoney(each) ?? 0n);
  return hourly === null ? own : times.reduce((price, each) => up(price * each, unit), hourly * 730n);
};

/** A service of a budget. */
export interface Member {
  readonly one: Case;
  readonly price: Money | null;
  /** `counted` and `unknown` services keep what they have; the others get a share between floor and want. */
  readonly kind: 'counted' | 'unknown' | 'wants';
  readonly floorGb: number;
  readonly wantGb: number;
  readonly provisionedGb: number;
  readonly smallestGb: number;
  readonly currentGb: number | null;
  /** Whether its budget decides what it needs. */
  readonly isNeedy?: boolean;
}

/** Why a service only counts with what it has: nothing of its maximum is decided by its budget. */
const isLeftAlone = ({ wish, rememberedGb, isForeign, isShared }: Case): boolean =>
  rememberedGb !== null || wish.isExempt || isForeign || isShared;

const isCounted = (one: Case): boolean => {
  const { wish, service, attached } = one;
  const lowersElsewhere =
    wish.isManagedElsewhere && attached.some(({ endpoint: { gb } }) => gb === null || gb > wish.maxGb);
  const isEnabled = wish.effect === 'enable' && service.unusable === undefined && isEligible(service);
  return isLeftAlone(one) || lowersElsewhere || !isEnabled;
};

/** What it costs its budget whatever happens: what is provisioned, or the maximum that it keeps. */
const holdsOf = (one: Case, provisionedGb: number | null): number => {
  const goes = one.wish.effect === 'disable' && !one.wish.isManagedElsewhere && !isLeftAlone(one);
  const offGb = isLeftAlone(one) || one.service.unusable !== undefined ? null : whileOff(one);
  return Math.max(provisionedGb ?? 0, goes ? 0 : (offGb ?? one.heldGb ?? 0), goes ? 0 : (one.rememberedGb ?? 0));
};

/** Additional storage is part of the whole disk, so a maximum of the whole disk is safe without the size of the plan. */
const unknownGb = (one: Case, kind: MaximumKind, holdsGb: number): number => {
  const { wish, service } = one;
  const isSafe = kind === 'additional' && service.diskMb !== null && whole(service.diskMb) <= wish.maxGb;
  return isSafe || retained(one, wish.maxGb)?.gb === wish.maxGb ? Math.min(holdsGb, wish.maxGb) : holdsGb;
};

/** What it wants, as far as its plan allows that, and never less than what it has. */
const wanting = (input: PlanInput, one: Case, gb: number, kind: MaximumKind) => {
  const { wish, service, attached } = one;
  const planGb = whole(one.planMb ?? 0);
  const capMb = input.planCapMb?.get(`${service.type}/${service.plan}`);
  const possibleGb = Math.min(wish.maxGb, capMb == null ? wish.maxGb : Math.max(0, whole(capMb) - planGb));
  const smallestGb = kind === 'total' ? Math.max(0, 50 - planGb) : 0;
  const isNew = attached.length === 0;
  const floorGb = Math.max(gb, isNew ? 0 : smallestGb, wish.isManagedElsewhere ? (one.heldGb ?? 0) : 0);
  const isRetried = service.refusedBefore === true && smallestGb <= floorGb;
  const wantGb = isNew && (possibleGb < smallestGb || isRetried) ? floorGb : Math.max(floorGb, possibleGb);
  const isNeedy = !(isNew && isRetried);
  return { floorGb, wantGb, smallestGb, isNeedy, currentGb: isNew ? null : (retained(one, wish.maxGb)?.gb ?? null) };
};

/** Where a service stands in its budget (docs/internals/decisions.md, "Who gets how much of a budget?"). */
export const memberOf = (input: PlanInput, one: Case): Member => {
  const kind = kindOf(one, one.wish.maxGb, input.maximumKind);
  const gb = provisioned(one, kind);
  const asked = priceOf(input, one.service);
  const [price, holdsGb] = [typeof asked === 'bigint' ? asked : null, holdsOf(one, gb)];
  const common = { one, price, provisionedGb: gb ?? 0, smallestGb: 0, currentGb: null };
  if (isCounted(one)) return { ...common, kind: 'counted', floorGb: holdsGb, wantGb: holdsGb };
  if (gb !== null) return { ...common, kind: 'wants', ...wanting(input, one, gb, kind) };
  const least = unknownGb(one, kind, holdsGb);
  return { ...common, kind: 'unknown', floorGb: least, wantGb: least };
};

/** The most that its disk has or can reach by any autoscaler in force, as far as its plan allows that. */
export const inForceGb = (input: PlanInput, { one, provisionedGb }: Member): number => {
  const capMb = input.planCapMb?.get(`${one.service.type}/${one.service.plan}`);
  const mostGb = capMb == null || one.planMb == null ? null : Math.max(0, whole(capMb) - whole(one.planMb));
  const unreadable = one.service.integrations.length > 0 && one.heldGb === null;
  const held = [one.rememberedGb ?? 0, unreadable ? (mostGb ?? 0) : (one.heldGb ?? 0)];
  return Math.max(provisionedGb, ...held.map((gb) => Math.min(gb, mostGb ?? gb)));
};
