import type { NeedClaim } from '../../lib/core/budget/need/claim.ts';
import { type Money, parseMoney } from '../../lib/core/model/money.ts';
import type { Budget } from '../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import { type Case, whole } from './actual.ts';
import { byNeed, greedily, isOverdrawn, weekOf } from './division.ts';
import { inForceGb, type Member, memberOf, priceOf, up } from './member.ts';
import { accepts } from './policy.ts';

/** What a budget makes of one service: a maximum, or no change now. */
export type Target = { readonly gb: number } | { readonly hold: 'silent' | 'budget-gives-nothing' | 'price-unknown' };

export interface Divided {
  readonly targets: ReadonlyMap<Case, Target>;
  /** One line for each budget that was divided, and the GB of each of its services. */
  readonly lines: readonly string[];
  readonly reached: readonly string[];
}

/** Money that the month has left, as an amount for a whole month (docs/internals/decisions.md, "The month to date"). */
const available = (input: PlanInput, { basis, monthly }: Budget, members: readonly Member[]): Money => {
  const amount = parseMoney(monthly) ?? 0n;
  if (basis === 'run-rate') return amount;
  const now = new Date(input.now);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const [from, to] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
  const spent = members.reduce((sum, { one, price }) => sum + spentBy(input, one, price, { from, to }), 0n);
  const left = BigInt(Math.max(3_600_000, to - now.getTime()));
  const rate = spent >= amount ? 0n : ((amount - spent) * BigInt(to - from)) / left;
  return rate < amount ? rate : amount;
};

const spentBy = (
  input: PlanInput,
  one: Case,
  price: Money | null,
  { from, to }: { from: number; to: number },
): Money => {
  const history = input.histories?.get(one.project);
  const sizes = history?.services.find(({ name }) => name === one.service.name);
  if (price === null || one.planMb == null || history === undefined || sizes === undefined) return 0n;
  const now = Date.parse(input.now);
  const looks = history.days.filter(
    (day) =>
      day <= sizes.lastDay && day * 86_400_000 <= now && day >= (sizes.provisioned[0]?.[0] ?? Number.POSITIVE_INFINITY),
  );
  const cost = looks.reduce((sum, day, at) => {
    const mb = sizes.provisioned.findLast(([since]) => since <= day)?.[1] ?? 0;
    const [begin, end] = [at === 0 ? from : Math.max(from, day * 86_400_000), looks[at + 1]];
    const lasted = Math.max(0, (end === undefined ? now : end * 86_400_000) - begin);
    return sum + price * BigInt(Math.max(0, whole(mb - (one.planMb ?? 0)))) * BigInt(lasted);
  }, 0n);
  return up(cost, BigInt(to - from));
};

const lowersOr = ({ currentGb }: Member, gb: number, otherwise: Target): Target =>
  currentGb !== null && gb < currentGb ? { gb } : otherwise;

/** A service whose storage has no price, or of which the platform does not show how much is additional. */
const unclear = (input: PlanInput, member: Member, isWithheld: boolean): Target | undefined => {
  const { one, kind, wantGb } = member;
  if (kind === 'wants') {
    const isSilent = isWithheld && priceOf(input, one.service) === 'unread';
    return lowersOr(member, wantGb, { hold: isSilent ? 'silent' : 'price-unknown' });
  }
  if (one.heldGb !== null && one.heldGb >= one.wish.maxGb) return undefined;
  return { hold: isWithheld ? 'silent' : 'budget-gives-nothing' };
};

/** What becomes of a service of which the budget decides; undefined where the budget changes nothing. */
const targetOf = (member: Member, gb: number, isUnmet: boolean, isWithheld: boolean): Target | undefined => {
  const { one, provisionedGb, smallestGb, wantGb } = member;
  const { maxGb } = one.wish;
  const isNew = one.attached.length === 0;
  const isTooSmall = isNew && gb < smallestGb;
  // The rule alone decides these, with findings of their own.
  if ((maxGb < provisionedGb && gb === provisionedGb) || (isTooSmall && maxGb < smallestGb)) return undefined;
  if (isWithheld) return lowersOr(member, gb, { hold: 'silent' });
  if (!isTooSmall && !(isNew && gb <= provisionedGb && gb < wantGb)) return { gb };
  return { hold: isUnmet ? 'budget-gives-nothing' : 'silent' };
};

const costOf = (members: readonly Member[], gbOf: (member: Member) => number): Money =>
  members.reduce((sum, member) => sum + (member.price ?? 0n) * BigInt(gbOf(member)), 0n);

const nameOf = ({ one }: Member): string => `${one.project}/${one.service.name}`;

/** Whether a project without any record may have services of the budget. */
const mayHave = (input: PlanInput, budget: string, project: string): boolean => {
  const reached = input.policy.budgets.filter(({ match }) => accepts(match.project ?? ['*'], project));
  const last = reached.findIndex(({ match }) => Object.keys(match).every((key) => key === 'project'));
  return reached.slice(0, last < 0 ? undefined : last + 1).some((each) => each.name === budget);
};

const isWithheldFrom = (input: PlanInput, budget: Budget, members: readonly Member[]): boolean => {
  const known = new Set(input.remembered?.map(({ project }) => project));
  const isUnread = ({ one, kind, floorGb }: Member) => {
    const isFree = kind !== 'unknown' && floorGb === 0 && (kind === 'counted' || (one.heldGb ?? 0) === 0);
    const isPlanUnread = input.unreadPlans?.has(`${one.service.type}/${one.service.plan}`) ?? false;
    return isPlanUnread || (priceOf(input, one.service) === 'unread' && !isFree);
  };
  const isProjectUnread = input.unread.some(
    ({ project }) => !known.has(project) && mayHave(input, budget.name, project),
  );
  return isProjectUnread || members.some(isUnread);
};

/** Without any measurement a disk needs one growth step: a tenth of its use, as if it stood at its threshold. */
const claimOf = ({ one, price, isNeedy, floorGb, wantGb, provisionedGb, smallestGb, currentGb }: Member): NeedClaim => {
  const step = Math.max(1, Math.ceil(((one.service.diskMb ?? 0) * 85) / 100 / 10 / 1024));
  const needs = {
    gbFor: () => provisionedGb + step,
    isKnown: false,
    ...{ takesAtOnce: false, firstStepGb: provisionedGb === 0 ? step : 0, leastGb: smallestGb, currentGb },
    grantedGb: one.wish.grantedGb,
  };
  const claim = { project: one.project, service: one.service.name, floorGb, wantGb, price: price ?? 0n };
  return { ...claim, ...one.wish.share, needs: isNeedy === true ? needs : null };
};

/** What each has by its need; with the rest shared, its part of that, or the present maximum within the dead band. */
const finals = (money: Money, budget: Budget, members: readonly Member[]) => {
  const claims = new Map(members.map((member) => [member, claimOf(member)]));
  const all = [...claims.values()];
  const needed = byNeed(money, all, budget.rest);
  const needOf = (member: Member): number => needed.get(claims.get(member) as NeedClaim) ?? 0;
  const weekGb = (member: Member): number => weekOf(claims.get(member) as NeedClaim);
  const isOver = isOverdrawn(money, all);
  if (budget.rest === 'keep' || isOver)
    return { finalOf: needOf, weekGb, reached: [isOver ? 'more in force than the budget' : 'rest kept'] };
  const shares = greedily(
    money,
    members.map((member) => ({ ...(claims.get(member) as NeedClaim), floorGb: needOf(member) })),
  );
  const shareOf = (member: Member): number => shares[nameOf(member)] ?? 0;
  const banded = (member: Member): number => {
    const { kind, currentGb } = member;
    const isSmall = kind === 'wants' && currentGb !== null && Math.abs(currentGb - shareOf(member)) < budget.deadBandGb;
    return isSmall && currentGb >= needOf(member) ? currentGb : shareOf(member);
  };
  const isWithin = costOf(members, banded) <= money;
  const finalOf = (member: Member) => (isWithin ? banded(member) : Math.min(shareOf(member), banded(member)));
  const isMoved = members.some((member) => banded(member) !== shareOf(member));
  const reached = isMoved ? [isWithin ? 'dead band' : 'dead band without money'] : [];
  return { finalOf, weekGb, reached: [...reached, 'rest shared'] };
};

/** What it counts with: an endpoint that accepts no maximum as small as this is not made. */
const settable = (member: Member, gb: number): number => {
  const { kind, one, smallestGb, floorGb } = member;
  return kind === 'wants' && one.attached.length === 0 && gb < smallestGb ? floorGb : gb;
};

/** A budget that lacks an answer decides nothing, and raises no maximum. */
const notYet = (members: readonly Member[]): Divided => {
  const held = members.filter(({ kind }) => kind !== 'counted');
  return { targets: new Map(held.map(({ one }) => [one, { hold: 'silent' }])), lines: [], reached: ['open budget'] };
};

const divideOne = (input: PlanInput, budget: Budget, cases: readonly Case[]): Divided => {
  const members = cases.map((one) => memberOf(input, one));
  const isOpen = cases.some(({ planMb, service }) => planMb === undefined || priceOf(input, service) === 'ask');
  if (isOpen) return notYet(members);
  const money = available(input, budget, members);
  const priced = members.filter(({ price }) => price !== null);
  const { finalOf: dividedOf, weekGb, reached } = finals(money, budget, priced);
  const finalOf = (member: Member): number => settable(member, dividedOf(member));
  const isWithheld = isWithheldFrom(input, budget, members);
  const targets = members.flatMap((member): [Case, Target][] => {
    const { kind, price } = member;
    if (kind === 'counted') return [];
    const target =
      kind === 'unknown' || price === null
        ? unclear(input, member, isWithheld)
        : targetOf(member, finalOf(member), weekGb(member) > dividedOf(member), isWithheld);
    return target === undefined ? [] : [[member.one, target]];
  });
  const held = new Set(targets.flatMap(([one, target]) => ('hold' in target ? [one] : [])));
  const hasOf = (member: Member): number => {
    const { one, kind, provisionedGb } = member;
    return kind === 'wants' && held.has(one) ? Math.max(provisionedGb, one.heldGb ?? 0) : finalOf(member);
  };
  const floor = costOf(priced, ({ floorGb }) => floorGb);
  const inForce = costOf(priced, (member) => inForceGb(input, member));
  const states = [...(floor > money ? ['frozen'] : []), ...(isWithheld ? ['withheld'] : [])];
  const head = [
    `${budget.name}: of ${money} floors ${floor}, given ${costOf(priced, hasOf)}, in force ${inForce}`,
    ...states,
  ].join(', ');
  const gbs = priced.map((member) => `${nameOf(member)} ${hasOf(member)}`).sort();
  return {
    ...{ targets: new Map(targets), lines: [[head, ...gbs].join('; ')] },
    reached: [...reached, ...states.map((each) => `${each} budget`), `${budget.basis} budget`],
  };
};

/** All budgets, each for itself. */
export const divide = (input: PlanInput, cases: readonly Case[]): Divided => {
  const all = input.policy.budgets.map((budget) => {
    const own = cases.filter(({ wish }) => wish.budget === budget.name);
    return divideOne(input, budget, own);
  });
  return {
    targets: new Map(all.flatMap(({ targets }) => [...targets])),
    lines: all.flatMap(({ lines }) => lines),
    reached: all.flatMap(({ reached }) => reached),
  };
};
