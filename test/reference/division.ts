import type { Claim } from '../../lib/core/budget/budget.ts';
import type { NeedClaim } from '../../lib/core/budget/need/claim.ts';
import type { Money } from '../../lib/core/model/money.ts';

interface Pot {
  readonly claim: Claim;
  gb: number;
}

const comesFirst = (a: Pot, b: Pot): boolean => {
  // (a + 1) / v < (b + 1) / w, without a division.
  const [left, right] = [(a.gb + 1) * b.claim.weight, (b.gb + 1) * a.claim.weight];
  if (left !== right) return left < right;
  if (a.claim.project !== b.claim.project) return a.claim.project < b.claim.project;
  return a.claim.service < b.claim.service;
};

/** The method of design §8 word for word, one GB at a time: whole GB by `project/service`. */
export const greedily = (budget: Money, asked: readonly Claim[]): Record<string, number> => {
  const all = asked.map((each): Pot => ({ claim: each, gb: each.floorGb }));
  const result = () =>
    Object.fromEntries(all.map(({ claim: { project, service }, gb }) => [`${project}/${service}`, gb]));
  let left = all.reduce((money, { claim: { price }, gb }) => money - price * BigInt(gb), budget);
  if (left < 0n) return result();
  const tiers = [...new Set(asked.map(({ priority }) => priority))].sort((a, b) => a - b);
  for (const tier of tiers) {
    while (true) {
      const below = all.filter(({ claim: one, gb }) => one.priority === tier && gb < one.wantGb);
      if (below.length === 0) break;
      const lowest = below.reduce((first, other) => (comesFirst(other, first) ? other : first));
      if (lowest.claim.price > left) return result();
      left -= lowest.claim.price;
      lowest.gb += 1;
    }
  }
  return result();
};

/** With room for less than the first number of days a disk gets room for the second, at a confidence. */
type Level = readonly [below: number, days: number, confidence: number];
const levels: readonly Level[] = [
  [7, 14, 95],
  [5, 10, 95],
  [4, 8, 90],
  [3, 7, 90],
  [2, 4, 80],
  [1, 2, 50],
];

const capped = ({ floorGb, wantGb }: NeedClaim, gb: number): number =>
  Math.max(floorGb, Math.min(Math.max(floorGb, wantGb), gb));
const held = (one: NeedClaim): number => capped(one, one.needs?.currentGb ?? one.floorGb);
const need = (one: NeedClaim, days: number, confidence: number): number =>
  capped(one, one.needs?.gbFor(days, confidence) ?? 0);
const promised = (one: NeedClaim): number => capped(one, Math.max(one.atLeastGb, one.needs?.grantedGb ?? 0));
const kept = (one: NeedClaim): number => Math.min(held(one), Math.max(need(one, 14, 95), promised(one)));
const shorter = ({ needs }: NeedClaim, days: number): number => (needs?.takesAtOnce ? days / 2 : days);
/** A new endpoint accepts no less than its smallest maximum. */
const raised = (one: NeedClaim, gb: number): number =>
  one.needs?.currentGb === null && gb > one.floorGb ? capped(one, Math.max(gb, one.needs.leastGb)) : gb;

const atLevel = (one: NeedClaim, [below, days, confidence]: Level): number => {
  if (one.needs === null) return one.floorGb;
  const has = Math.max(held(one), capped(one, one.needs.grantedGb));
  const isShort = need(one, shorter(one, below), confidence) > has;
  if (!isShort) return Math.min(has, Math.max(need(one, 14, 95), promised(one)));
  return raised(one, Math.max(has, need(one, shorter(one, days), confidence)));
};

/** Days for which these GB are enough; below zero what is lacking today. */
const daysOf = (one: NeedClaim, gb: number): number => {
  const enough = (days: number): boolean => (one.needs?.gbFor(days, 95) ?? 0) <= gb;
  if (!enough(0)) return gb - (one.needs?.gbFor(0, 95) ?? 0);
  let days = 0;
  while (days < 365 && enough(days + 1)) days += 1;
  return days;
};

const before = (a: NeedClaim, b: NeedClaim, ...numbers: readonly (readonly [number, number])[]): number =>
  numbers.map(([one, other]) => one - other).find((difference) => difference !== 0) ??
  (`${a.project}\n${a.service}` < `${b.project}\n${b.service}` ? -1 : 1);
const bySoonest = (a: NeedClaim, b: NeedClaim): number =>
  before(a, b, [a.priority, b.priority], [daysOf(a, held(a)), daysOf(b, held(b))], [b.weight, a.weight]);
const byTier = (a: NeedClaim, b: NeedClaim): number => before(a, b, [a.priority, b.priority]);

const costOf = (all: readonly NeedClaim[], gbOf: (one: NeedClaim) => number): Money =>
  all.reduce((sum, one) => sum + one.price * BigInt(gbOf(one)), 0n);

/** Whether more is in force than the money pays for. */
export const isOverdrawn = (money: Money, all: readonly NeedClaim[]): boolean => costOf(all, held) > money;

type Gbs = (one: NeedClaim) => number;

/** What each must have, level after level; within a level the last tiers come to the next one first. */
const statesOf = (all: readonly NeedClaim[], isOver: boolean): Gbs[] => {
  const tiers = [...new Set(all.map(({ priority }) => priority))].sort((a, b) => a - b);
  const over = (one: NeedClaim, [, days, confidence]: Level) =>
    one.needs === null ? one.floorGb : Math.min(held(one), need(one, days, confidence));
  return levels.flatMap((level, at) =>
    (at === levels.length - 1 ? [0] : tiers.map((_, further) => further)).map((further): Gbs => {
      const isFurther = ({ priority }: NeedClaim) => tiers.indexOf(priority) >= tiers.length - further;
      const levelOf = (one: NeedClaim): Level => (isFurther(one) ? (levels[at + 1] as Level) : level);
      return (one) => (isOver ? over(one, levelOf(one)) : atLevel(one, levelOf(one)));
    }),
  );
};

/** A first step that it was given before it needed it. */
const isStep = ({ needs, floorGb }: NeedClaim): boolean => {
  if (needs === null || floorGb !== 0 || needs.firstStepGb === 0) return false;
  return (needs.currentGb ?? 0) <= Math.max(needs.firstStepGb, needs.leastGb);
};

/** Gives as many GB as the money pays; all of them or none where it is `whole`. */
const giver = (gbs: Map<NeedClaim, number>, money: Money) => {
  let left = money - costOf([...gbs.keys()], (one) => gbs.get(one) ?? 0);
  return (one: NeedClaim, gb: number, whole = false): void => {
    const has = gbs.get(one) ?? 0;
    const wanted = Math.max(0, gb - has);
    const most = one.price === 0n ? wanted : Math.max(0, Math.min(wanted, Number(left / one.price)));
    const least = one.needs?.currentGb === null ? one.needs.leastGb : 0;
    if (most === 0 || (whole && most < wanted) || has + most < least) return;
    gbs.set(one, has + most);
    left -= one.price * BigInt(most);
  };
};

type Give = ReturnType<typeof giver>;

/** Grants, then guarantees that are need, then the rest of what the next better level gives. */
const giveNeeds = (give: Give, order: readonly NeedClaim[], better: Gbs): void => {
  for (const one of order) give(one, capped(one, one.needs?.grantedGb ?? 0));
  for (const one of order) give(one, Math.min(one.atLeastGb, better(one)));
  for (const one of order) give(one, better(one));
};

/** What is in force stays: what is granted, then the soonest full first and first steps last. */
const keepAll = (give: Give, has: Gbs, deciding: readonly NeedClaim[]): void => {
  const order = deciding.filter((one) => held(one) > has(one)).sort(bySoonest);
  const places = [...order.filter((each) => !isStep(each)), ...order.filter(isStep)];
  for (const one of places) give(one, Math.min(held(one), capped(one, one.needs?.grantedGb ?? 0)));
  for (const one of places) give(one, held(one));
};

const giveSteps = (give: Give, has: Gbs, deciding: readonly NeedClaim[]): void => {
  const isNew = (one: NeedClaim) => one.needs?.currentGb === null && has(one) === one.floorGb;
  for (const one of deciding.filter(isNew).sort(byTier))
    give(one, raised(one, capped(one, one.needs?.firstStepGb ?? 0)), true);
};

/** One division by need: who has what, and whether anyone got less than the first level. */
const once = (money: Money, all: readonly NeedClaim[], rest: 'keep' | 'share') => {
  const isOver = isOverdrawn(money, all);
  const states = statesOf(all, isOver);
  const found = states.findIndex((state) => costOf(all, state) <= money);
  const least: Gbs = isOver ? ({ floorGb }) => floorGb : kept;
  const gbs = new Map(all.map((one) => [one, (states[found] ?? least)(one)]));
  const [give, has] = [giver(gbs, money), (one: NeedClaim) => gbs.get(one) ?? 0];
  const deciding = all.filter(({ needs }) => needs !== null);
  if (isOver) {
    keepAll(give, has, deciding);
    return { gbs, isShort: false };
  }
  const better = states.at(found < 0 ? -1 : Math.max(0, found - 1)) ?? least;
  giveNeeds(give, all.filter((one) => found !== 0 && better(one) > has(one)).sort(bySoonest), better);
  for (const one of deciding.toSorted(byTier)) give(one, raised(one, capped(one, one.atLeastGb)));
  if (rest === 'keep') keepAll(give, has, deciding);
  if (rest === 'keep') giveSteps(give, has, deciding);
  return { gbs, isShort: found !== 0 };
};

/** The division by need (docs/policy.md) in plain arithmetic, until it changes nothing any more. */
export const byNeed = (money: Money, all: readonly NeedClaim[], rest: 'keep' | 'share'): Map<NeedClaim, number> => {
  let made = once(money, all, rest);
  for (let turn = 0; made.isShort && turn < 100; turn += 1) {
    const before = made.gbs;
    const next = all.map((one) => {
      const gb = before.get(one) ?? 0;
      const isStill = one.needs === null || (one.needs.currentGb === null && gb === one.floorGb);
      return isStill ? one : ({ ...one, needs: { ...one.needs, currentGb: gb } } as NeedClaim);
    });
    const { gbs, isShort } = once(money, next, rest);
    made = { gbs: new Map(all.map((one, at) => [one, gbs.get(next[at] as NeedClaim) ?? 0])), isShort };
    if (all.every((one) => made.gbs.get(one) === before.get(one))) break;
  }
  return made.gbs;
};

/** GB that keep a disk out of trouble for a week, as far as its rule allows them. */
export const weekOf = (one: NeedClaim): number =>
  one.needs === null ? one.floorGb : raised(one, need(one, shorter(one, 7), 95));
