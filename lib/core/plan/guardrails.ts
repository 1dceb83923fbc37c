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

const percentCrossed = (limit: number, { changed, managed, concerned }: ServiceCounts): boolean => {
  if (limit === 0) return changed > 0;
  return managed >= shareJudgedFrom && changed * 100 > limit * concerned;
};

const ofShare = ({ maxChangePercent: limit }: Guardrails, counts: ServiceCounts): Violation[] => {
  if (!percentCrossed(limit, counts)) return [];
  const { changed, concerned } = counts;
  const percent = Math.ceil((changed * 100) / concerned);
  const what = `${changed} of ${services(concerned)} (${percent} %) would be changed, maxChangePercent allows ${limit} %`;
  return [violation('maxChangePercent', limit, percent, what, 'raise maxChangePercent in the guardrails')];
};

/** Numbers that have a limit of their own; a limit that is absent stops nothing. */
const ofNumbers = (guardrails: Guardrails, { summary, counts }: Guarded): Violation[] => {
  const limited = [
    ['maxChanges', counts.changed, `${services(counts.changed)} would be changed`, ''],
    ['maxAddedGb', summary.addedGb, `${summary.addedGb} GB would be added to the maximums`, ' GB'],
    ['maxRaises', summary.raise, `The maximum of ${services(summary.raise)} would be raised`, ''],
    ['maxLowers', summary.lower, `The maximum of ${services(summary.lower)} would be lowered`, ''],
  ] as const;
  return limited.flatMap(([name, actual, what, unit]) => {
    const limit = guardrails[name];
    if (limit === undefined || actual <= limit) return [];
    return [
      violation(name, limit, actual, `${what}, ${name} allows ${limit}${unit}`, `raise ${name} in the guardrails`),
    ];
  });
};

/**
 * The money that is added. The platform is not asked for prices for the sake of this: without a price the default stops
 * nothing, while a limit that the policy sets itself does, because nobody can say that it holds.
 */
const ofMoney = ({ maxAddedMonthly: given }: Guardrails, { summary, addedMoney, currency }: Guarded): Violation[] => {
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

const ofKinds = ({ needApproval }: Guardrails, { summary, restarts }: Guarded): Violation[] => {
  const counts = { ...summary, restart: restarts };
  return [...new Set(needApproval)]
    .filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const what = `${counts[kind]} to ${kind}, and needApproval lists ${kind}`;
      return violation('needApproval', 0, counts[kind], what, `take ${kind} out of needApproval`);
    });
};

const ofFirstRun = ({ firstRun }: Guardrails, { isFirstRun, counts }: Guarded): Violation[] => {
  if (firstRun === 'apply' || !isFirstRun || counts.changed === 0) return [];
  const what = `${services(counts.changed)} would be changed by the first plan since the mode became enforce, and nobody has approved one yet`;
  return [violation('firstRun', 0, counts.changed, what, 'set firstRun: apply in the guardrails')];
};

/**
 * Guardrails that a plan crosses, each with its number, its limit and what to do about it. 0 means none at all. Judged
 * over all projects at once, before anything is written (design §6).
 */
export const violations = (guardrails: Guardrails, guarded: Guarded): Violation[] => [
  ...ofFirstRun(guardrails, guarded),
  ...ofNumbers(guardrails, guarded),
  ...ofShare(guardrails, guarded.counts),
  ...ofMoney(guardrails, guarded),
  ...ofKinds(guardrails, guarded),
];
