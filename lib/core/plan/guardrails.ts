import { formatExact, type Money, parseMoney } from '../model/money.ts';
import type { Guardrails } from '../model/policy-document.ts';
import { policyDefaults } from '../policy/policy-defaults.ts';
import type { ServiceCounts } from '../service/service-counts.ts';
import type { Summary, Violation } from './plan-result.ts';

/** From this many managed services on a share of them is judged: below it one service would be a large share. */
const shareJudgedFrom = 10;

/** Everything of a plan that guardrails look at. */
export interface Guarded {
  readonly summary: Summary;
  readonly counts: ServiceCounts;
  /** Exact money a month of what is added; null when something of it has no price. */
  readonly addedMoney: Money | null;
  readonly currency: string;
  /** Services that the plan restarts. */
  readonly restarts: number;
  /** Whether no plan has been approved or applied since the mode was last another one than `enforce`. */
  readonly isFirstRun: boolean;
}

const services = (count: number): string => (count === 1 ? '1 service' : `${count} services`);

const violation = (
  guardrail: string,
  limit: Violation['limit'],
  actual: Violation['actual'],
  what: string,
  mend: string,
): Violation => ({ guardrail, limit, actual, message: `${what}. Approve this plan, or ${mend}.` });

type Judge = (guardrails: Guardrails, guarded: Guarded) => Violation[];

const percentCrossed = (limit: number, { changed, managed, concerned }: ServiceCounts): boolean => {
  if (limit === 0) return changed > 0;
  return managed >= shareJudgedFrom && changed * 100 > limit * concerned;
};

const ofShare: Judge = ({ maxChangePercent: limit }, { counts }) => {
  if (!percentCrossed(limit, counts)) return [];
  const { changed, concerned } = counts;
  const percent = Math.ceil((changed * 100) / concerned);
  const what = `${changed} of ${services(concerned)} (${percent} %) would be changed, maxChangePercent allows ${limit} %`;
  return [violation('maxChangePercent', limit, percent, what, 'raise maxChangePercent in the guardrails')];
};

type NumberLimit = 'maxChanges' | 'maxAddedGb' | 'maxRaises' | 'maxLowers';

/** Judges a number that has a limit of its own; a limit that is absent stops nothing. */
const ofNumber =
  (name: NumberLimit, actualOf: (guarded: Guarded) => number, whatOf: (actual: number) => string, unit = ''): Judge =>
  ({ [name]: limit }, guarded) => {
    const actual = actualOf(guarded);
    if (limit === undefined || actual <= limit) return [];
    const what = `${whatOf(actual)}, ${name} allows ${limit}${unit}`;
    return [violation(name, limit, actual, what, `raise ${name} in the guardrails`)];
  };

/**
 * The money that is added. The platform is not asked for prices for the sake of this: without a price the default stops
 * nothing, while a limit that the policy sets itself does, because nobody can say that it holds.
 */
const ofMoney: Judge = ({ maxAddedMonthly: given }, { summary, addedMoney, currency }) => {
  const limit = given ?? policyDefaults.maxAddedMonthly;
  if (summary.addedGb === 0 || (given === undefined && addedMoney === null)) return [];
  if (addedMoney === null) {
    const what = `${summary.addedGb} GB would be added, some of them without a known price, and maxAddedMonthly allows ${limit} ${currency}`;
    return [violation('maxAddedMonthly', limit, null, what, 'give prices: default in the policy')];
  }
  if (addedMoney <= (parseMoney(limit) ?? 0n)) return [];
  const actual = formatExact(addedMoney);
  const what = `${actual} ${currency} a month would be added, maxAddedMonthly allows ${limit} ${currency}`;
  return [violation('maxAddedMonthly', limit, actual, what, 'raise maxAddedMonthly in the guardrails')];
};

const ofKinds: Judge = ({ needApproval }, { summary, restarts }) => {
  const counts = { ...summary, restart: restarts };
  return [...new Set(needApproval)]
    .filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const what = `${counts[kind]} to ${kind}, and needApproval lists ${kind}`;
      return violation('needApproval', 0, counts[kind], what, `take ${kind} out of needApproval`);
    });
};

const ofFirstRun: Judge = ({ firstRun }, { isFirstRun, counts }) => {
  if (firstRun === 'apply' || !isFirstRun || counts.changed === 0) return [];
  const what = `${services(counts.changed)} would be changed by the first plan since the mode became enforce, and nobody has approved one yet`;
  return [violation('firstRun', 0, counts.changed, what, 'set firstRun: apply in the guardrails')];
};

/**
 * What judges each guardrail, in the order of the violations; null for one that limits what follows the plan. A guardrail
 * without a line here does not compile.
 */
const judges: Readonly<Record<keyof Guardrails, Judge | null>> = {
  firstRun: ofFirstRun,
  maxChanges: ofNumber(
    'maxChanges',
    ({ counts }) => counts.changed,
    (count) => `${services(count)} would be changed`,
  ),
  maxAddedGb: ofNumber(
    'maxAddedGb',
    ({ summary }) => summary.addedGb,
    (gb) => `${gb} GB would be added to the maximums`,
    ' GB',
  ),
  maxRaises: ofNumber(
    'maxRaises',
    ({ summary }) => summary.raise,
    (count) => `The maximum of ${services(count)} would be raised`,
  ),
  maxLowers: ofNumber(
    'maxLowers',
    ({ summary }) => summary.lower,
    (count) => `The maximum of ${services(count)} would be lowered`,
  ),
  maxChangePercent: ofShare,
  maxAddedMonthly: ofMoney,
  needApproval: ofKinds,
  maxFailures: null,
  approvalHours: null,
};

/**
 * Guardrails that a plan crosses, each with its number, its limit and what to do about it. 0 means none at all. Judged
 * over all projects at once, before anything is written (design §6).
 */
export const violations = (guardrails: Guardrails, guarded: Guarded): Violation[] =>
  Object.values(judges).flatMap((judge) => judge?.(guardrails, guarded) ?? []);
