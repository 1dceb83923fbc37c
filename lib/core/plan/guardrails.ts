import { formatExact, type Money, parseMoney } from '../model/money.ts';
import type { Guardrails } from '../model/policy-document.ts';
import { policyDefaults } from '../policy/policy-defaults.ts';
import type { ServiceCounts } from '../service/service-counts.ts';
import type { Summary, Violation } from './plan-result.ts';

/** Fewest managed services for `maxChangePercent`: below it one service would be a large share. */
const shareJudgedFrom = 10;

/** The parts of a plan that guardrails check. */
export interface Guarded {
  readonly summary: Summary;
  readonly counts: ServiceCounts;
  /** Exact money a month of the added GB; null when any of them has no price. */
  readonly addedMoney: Money | null;
  readonly currency: string;
  /** Number of services that the plan restarts. */
  readonly restarts: number;
  /** Whether no plan was approved or applied since the mode became `enforce`. */
  readonly isFirstRun: boolean;
}

const services = (count: number): string => (count === 1 ? '1 service' : `${count} services`);

const violation = (
  guardrail: string,
  limit: Violation['limit'],
  actual: Violation['actual'],
  cause: string,
  alternative: string,
): Violation => ({ guardrail, limit, actual, message: `${cause}. Approve this plan, or ${alternative}.` });

const isPercentExceeded = (limit: number, { changed, managed, concerned }: ServiceCounts): boolean => {
  if (limit === 0) return changed > 0;
  return managed >= shareJudgedFrom && changed * 100 > limit * concerned;
};

const ofShare = ({ maxChangePercent: limit }: Guardrails, counts: ServiceCounts): Violation[] => {
  if (!isPercentExceeded(limit, counts)) return [];
  const { changed, concerned } = counts;
  const percent = Math.ceil((changed * 100) / concerned);
  const cause = `${changed} of ${services(concerned)} (${percent} %) would change; maxChangePercent allows ${limit} %`;
  return [violation('maxChangePercent', limit, percent, cause, 'raise maxChangePercent in the guardrails')];
};

/** Counts with their own limit; an absent limit allows everything. */
const ofNumbers = (guardrails: Guardrails, { summary, counts }: Guarded): Violation[] => {
  const limited = [
    ['maxChanges', counts.changed, `${services(counts.changed)} would change`, ''],
    ['maxAddedGb', summary.addedGb, `${summary.addedGb} GB would be added to the maximums`, ' GB'],
    ['maxRaises', summary.raise, `The maximum of ${services(summary.raise)} would rise`, ''],
    ['maxLowers', summary.lower, `The maximum of ${services(summary.lower)} would fall`, ''],
  ] as const;
  return limited.flatMap(([name, actual, cause, unit]) => {
    const limit = guardrails[name];
    if (limit === undefined || actual <= limit) return [];
    return [
      violation(name, limit, actual, `${cause}; ${name} allows ${limit}${unit}`, `raise ${name} in the guardrails`),
    ];
  });
};

/**
 * The added money. This check requests no prices from the platform. If a price is missing, the default limit allows the
 * plan, and a limit that the policy sets requires approval, because the limit cannot be verified.
 */
const ofMoney = (
  { maxAddedMonthly: requested }: Guardrails,
  { summary, addedMoney, currency }: Guarded,
): Violation[] => {
  const limit = requested ?? policyDefaults.maxAddedMonthly;
  if (summary.addedGb === 0 || (requested === undefined && addedMoney === null)) return [];
  if (addedMoney === null) {
    const cause = `${summary.addedGb} GB would be added, some without a known price; maxAddedMonthly allows ${limit} ${currency}`;
    return [violation('maxAddedMonthly', limit, null, cause, 'set prices.default in the policy')];
  }
  if (addedMoney <= (parseMoney(limit) ?? 0n)) return [];
  const actual = formatExact(addedMoney);
  const cause = `${actual} ${currency} a month would be added; maxAddedMonthly allows ${limit} ${currency}`;
  return [violation('maxAddedMonthly', limit, actual, cause, 'raise maxAddedMonthly in the guardrails')];
};

const ofKinds = ({ needApproval }: Guardrails, { summary, restarts }: Guarded): Violation[] => {
  const counts = { ...summary, restart: restarts };
  return [...new Set(needApproval)]
    .filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const cause = `${counts[kind]} to ${kind}; needApproval lists ${kind}`;
      return violation('needApproval', 0, counts[kind], cause, `remove ${kind} from needApproval`);
    });
};

const ofFirstRun = ({ firstRun }: Guardrails, { isFirstRun, counts }: Guarded): Violation[] => {
  if (firstRun === 'apply' || !isFirstRun || counts.changed === 0) return [];
  const cause = `First plan in enforce mode (${services(counts.changed)}): needs one approval`;
  return [violation('firstRun', 0, counts.changed, cause, 'set firstRun: apply in the guardrails')];
};

/**
 * Guardrails that a plan exceeds, each with its value, its limit and the remedy. A limit of 0 allows none. All projects
 * count together, and the check runs before any write (design §6).
 */
export const violations = (guardrails: Guardrails, guarded: Guarded): Violation[] => [
  ...ofFirstRun(guardrails, guarded),
  ...ofNumbers(guardrails, guarded),
  ...ofShare(guardrails, guarded.counts),
  ...ofMoney(guardrails, guarded),
  ...ofKinds(guardrails, guarded),
];
