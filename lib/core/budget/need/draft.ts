import { byText } from '../../model/grouping.ts';
import { costOfGb, type Money } from '../../model/money.ts';
import { bounded, costOfAll, inForceGb, judgedConfidence, type NeedClaim, raisedTo } from './claim.ts';

const nearDays = 16;
const farDays = 365;

/** Days that the disk has room for with these GB, judged as harm is; below zero the GB that it already lacks. */
const daysWith = (claim: NeedClaim, gb: number): number => {
  const now = claim.needs?.gbFor(0, judgedConfidence) ?? 0;
  if (now > gb) return gb - now;
  const lasts = (days: number) => (claim.needs?.gbFor(days, judgedConfidence) ?? 0) <= gb;
  let [low, high] = [0, nearDays];
  // Most disks have few days, and far ones take longer to compute.
  while (high < farDays && lasts(high)) [low, high] = [high, Math.min(farDays, 4 * high)];
  while (low < high) {
    const days = Math.ceil((low + high) / 2);
    if (lasts(days)) low = days;
    else high = days - 1;
  }
  return low;
};

/** Shares while they are formed: GB by place, and the money that is left. */
export class Draft {
  readonly gb: number[];
  left: Money;

  constructor(claims: readonly NeedClaim[], gbOf: (claim: NeedClaim, at: number) => number, money: Money) {
    this.gb = claims.map(gbOf);
    this.left = money - costOfAll(claims, (_, at) => this.gb[at] ?? 0);
  }

  /** Gives a claim up to so many GB, as far as the money goes. */
  give(claims: readonly NeedClaim[], at: number, toGb: number, isWhole = false): void {
    const claim = claims[at] as NeedClaim;
    const has = this.gb[at] ?? 0;
    if (toGb <= has) return;
    const paid = claim.price === 0n ? toGb - has : Math.min(toGb - has, Number(this.left / claim.price));
    const gets = isWhole && paid < toGb - has ? 0 : paid;
    const leastGb = claim.needs?.currentGb === null ? claim.needs.leastGb : 0;
    if (gets <= 0 || has + gets < leastGb) return;
    this.gb[at] = has + gets;
    this.left -= costOfGb(claim.price, gets);
  }
}

const byTier = (a: NeedClaim, b: NeedClaim): number => a.priority - b.priority;

const byName = (a: NeedClaim, b: NeedClaim): number => byText(a.project, b.project) || byText(a.service, b.service);

/** Places of claims that still lack something, in an order. */
const inOrder = (
  claims: readonly NeedClaim[],
  lacks: (claim: NeedClaim, at: number) => boolean,
  order: (a: NeedClaim, b: NeedClaim) => number,
): number[] =>
  claims
    .map((_, at) => at)
    .filter((at) => lacks(claims[at] as NeedClaim, at))
    .sort((a, b) => {
      const [claim, other] = [claims[a] as NeedClaim, claims[b] as NeedClaim];
      return order(claim, other) || byName(claim, other);
    });

/** In a tier, the soonest full first. */
const soonestFirst = (claims: readonly NeedClaim[]) => {
  const days = new Map(claims.map((claim) => [claim, daysWith(claim, inForceGb(claim))]));
  return (a: NeedClaim, b: NeedClaim): number =>
    byTier(a, b) || (days.get(a) ?? 0) - (days.get(b) ?? 0) || b.weight - a.weight;
};

/** Gives the next better needs in their order, as far as the money goes: grants, guarantees that are need, then tier by tier. */
export const giveNeeds = (
  draft: Draft,
  claims: readonly NeedClaim[],
  neededGb: (claim: NeedClaim, at: number) => number,
): void => {
  const lacks = (claim: NeedClaim, at: number) => neededGb(claim, at) > (draft.gb[at] ?? 0);
  const indexes = inOrder(claims, lacks, soonestFirst(claims.filter(lacks)));
  const parts: readonly ((claim: NeedClaim, at: number) => number)[] = [
    (claim) => bounded(claim, claim.needs?.grantedGb ?? 0),
    (claim, at) => Math.min(claim.atLeastGb, neededGb(claim, at)),
    neededGb,
  ];
  for (const part of parts) for (const at of indexes) draft.give(claims, at, part(claims[at] as NeedClaim, at));
};

/** Whether a service holds no more than the first step that it was given before it needed it. */
const isFirstStep = ({ needs, floorGb }: NeedClaim): boolean =>
  needs !== null &&
  needs.firstStepGb > 0 &&
  floorGb === 0 &&
  (needs.currentGb ?? 0) <= Math.max(needs.firstStepGb, needs.leastGb);

/** Leaves what is in force above the needs with those who have it: what people granted first, then from the fewest days of room on. */
export const keepSlack = (draft: Draft, claims: readonly NeedClaim[]): void => {
  const hasSlack = (claim: NeedClaim, at: number) => claim.needs !== null && inForceGb(claim) > (draft.gb[at] ?? 0);
  const wanted = costOfAll(claims, (claim, at) => (hasSlack(claim, at) ? inForceGb(claim) - (draft.gb[at] ?? 0) : 0));
  const soonest = wanted <= draft.left ? () => 0 : soonestFirst(claims.filter(hasSlack));
  const order = (a: NeedClaim, b: NeedClaim) => Number(isFirstStep(a)) - Number(isFirstStep(b)) || soonest(a, b);
  const indexes = inOrder(claims, hasSlack, order);
  const held = (claim: NeedClaim, gb = Number.POSITIVE_INFINITY) => Math.min(inForceGb(claim), gb);
  for (const at of indexes) draft.give(claims, at, held(claims[at] as NeedClaim, claims[at]?.needs?.grantedGb));
  for (const at of indexes) draft.give(claims, at, held(claims[at] as NeedClaim));
};

/** A disk that was never enlarged and has no autoscaler gets one growth step: it costs nothing until its use needs it. */
export const giveFirstSteps = (draft: Draft, claims: readonly NeedClaim[]): void => {
  const isWithout = ({ needs, floorGb }: NeedClaim, at: number) =>
    needs !== null && needs.currentGb === null && needs.firstStepGb > 0 && (draft.gb[at] ?? 0) === floorGb;
  for (const at of inOrder(claims, isWithout, byTier)) {
    const claim = claims[at] as NeedClaim;
    draft.give(claims, at, raisedTo(claim, bounded(claim, claim.needs?.firstStepGb ?? 0)), true);
  }
};

/** What remains of guarantees, after all needs. */
export const giveGuarantees = (draft: Draft, claims: readonly NeedClaim[]): void => {
  const lacks = (claim: NeedClaim, at: number) =>
    claim.needs !== null && bounded(claim, claim.atLeastGb) > (draft.gb[at] ?? 0);
  for (const at of inOrder(claims, lacks, byTier)) {
    const claim = claims[at] as NeedClaim;
    draft.give(claims, at, raisedTo(claim, bounded(claim, claim.atLeastGb)));
  }
};
