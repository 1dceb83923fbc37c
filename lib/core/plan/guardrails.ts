import type { PlannedService } from '../adoption/targets.ts';
import type { BudgetResult, BudgetShare } from '../budget/result.ts';
import { type Change, subjectKey } from '../change/change.ts';
import type { Decision } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';
import type { Guardrails } from '../model/policy-document.ts';
import { counted } from '../model/visible-text.ts';
import { policyDefaults } from '../policy/policy-defaults.ts';
import type { Summary, Violation } from './plan-result.ts';

interface Managing {
  readonly decisions: readonly Decision[];
  /** Services with a baseline; they are managed even without a rule. */
  readonly withBaseline: readonly ServiceName[];
}

/** Numbers of services in a plan. */
export interface ServiceCounts {
  /** Services with at least one change; an unused endpoint of a deleted service counts as one. */
  readonly changed: number;
  /** Managed services: the effect is not `ignore`, or there is a baseline. */
  readonly managed: number;
  /** Services that are managed or changed. */
  readonly concerned: number;
}

/** The managed services of a plan, by the key of the subject of a change. */
export const managedIn = ({ decisions, withBaseline }: Managing): ReadonlySet<string> => {
  const services: ServiceName[] = [...decisions.filter(({ effect }) => effect !== 'ignore'), ...withBaseline];
  return new Set(services.map(({ project, service }) => JSON.stringify([project, service])));
};

/** Counts managed and changed services for the guardrails. */
export const countServices = (managed: ReadonlySet<string>, changes: readonly Change[]): ServiceCounts => {
  const changed = new Set(changes.map(subjectKey));
  return { changed: changed.size, managed: managed.size, concerned: new Set([...managed, ...changed]).size };
};

/** Fewest managed services for `maxChangePercent`: below it one service would be a large share. */
const shareJudgedFrom = 10;

/** The parts of a plan that guardrails check. */
interface JudgedPlan {
  readonly summary: Summary;
  readonly counts: ServiceCounts;
  /** Exact money a month of the added GB; null when any of them has no price. */
  readonly addedMoney: Money | null;
  readonly currency: string;
  /** Whether the policy has a price for what the platform says has none, so that only an answer is missing. */
  readonly hasDefaultPrice: boolean;
}

const services = (count: number): string => counted(count, 'service');

const violation = (
  guardrail: string,
  limit: Violation['limit'],
  actual: Violation['actual'],
  cause: string,
  alternative: string,
): Violation => ({ guardrail, limit, actual, message: `${cause}. Approve this plan, or ${alternative}.` });

type Judge = (guardrails: Guardrails, guarded: JudgedPlan) => Violation[];

const isPercentExceeded = (limit: number, { changed, managed, concerned }: ServiceCounts): boolean => {
  if (limit === 0) return changed > 0;
  return managed >= shareJudgedFrom && changed * 100 > limit * concerned;
};

const ofShare: Judge = ({ maxChangePercent: limit }, { counts }) => {
  if (!isPercentExceeded(limit, counts)) return [];
  const { changed, concerned } = counts;
  const percent = Math.ceil((changed * 100) / concerned);
  const cause = `${changed} of ${services(concerned)} (${percent} %) would change; maxChangePercent allows ${limit} %`;
  return [violation('maxChangePercent', limit, percent, cause, 'raise maxChangePercent in the guardrails')];
};

type NumberLimit = 'maxChanges' | 'maxAddedGb' | 'maxRaises' | 'maxLowers';

/** Judges a number with its own limit; an absent limit allows everything. */
const ofNumber =
  (name: NumberLimit, of: (guarded: JudgedPlan) => readonly [actual: number, cause: string], unit = ''): Judge =>
  ({ [name]: limit }, guarded) => {
    const [actual, cause] = of(guarded);
    if (limit === undefined || actual <= limit) return [];
    const allows = `${name} allows ${limit}${unit}`;
    return [violation(name, limit, actual, `${cause}; ${allows}`, `raise ${name} in the guardrails`)];
  };

/**
 * The added money. This check requests no prices from the platform. If a price is missing, the default limit allows the
 * plan, and a limit that the policy sets requires approval, because the limit cannot be verified.
 */
const ofMoney: Judge = ({ maxAddedMonthly: requested }, { summary, addedMoney, currency, hasDefaultPrice }) => {
  const limit = requested ?? policyDefaults.maxAddedMonthly;
  if (summary.addedGb === 0 || (requested === undefined && addedMoney === null)) return [];
  if (addedMoney === null) {
    const cause = `${summary.addedGb} GB would be added, some without a known price; maxAddedMonthly allows ${limit} ${currency}`;
    const remedy = hasDefaultPrice ? 'wait for a run that gets the price' : 'set prices.default in the policy';
    return [violation('maxAddedMonthly', limit, null, cause, remedy)];
  }
  if (addedMoney <= (parseMoney(limit) ?? 0n)) return [];
  const actual = formatExact(addedMoney);
  const cause = `${actual} ${currency} a month would be added; maxAddedMonthly allows ${limit} ${currency}`;
  return [violation('maxAddedMonthly', limit, actual, cause, 'raise maxAddedMonthly in the guardrails')];
};

/**
 * The judge of each guardrail, in the order of the violations; null for a guardrail that limits the steps after the plan. A
 * guardrail without a line here does not compile.
 */
const judges: Readonly<Record<keyof Guardrails, Judge | null>> = {
  firstRun: null,
  maxChanges: ofNumber('maxChanges', ({ counts: { changed } }) => [changed, `${services(changed)} would change`]),
  maxAddedGb: ofNumber(
    'maxAddedGb',
    ({ summary: { addedGb } }) => [addedGb, `${addedGb} GB would be added to the maximums`],
    ' GB',
  ),
  maxRaises: ofNumber('maxRaises', ({ summary: { raise } }) => [raise, `The maximum of ${services(raise)} would rise`]),
  maxLowers: ofNumber('maxLowers', ({ summary: { lower } }) => [lower, `The maximum of ${services(lower)} would fall`]),
  maxChangePercent: ofShare,
  maxAddedMonthly: ofMoney,
  // Judged change by change (waits/waits.ts).
  maxGrowthPercent: null,
  needApproval: null,
  maxFailures: null,
  approvalHours: null,
};

/**
 * Limits in numbers that changes exceed together, each with its value, its limit and the remedy. A limit of 0 allows none. All
 * projects count together, and the check runs before any write (design §6).
 */
export const violations = (guardrails: Guardrails, guarded: JudgedPlan): Violation[] =>
  Object.values(judges).flatMap((judge) => judge?.(guardrails, guarded) ?? []);

const costOf = ({ perGbMonth }: BudgetShare, gb: number): Money =>
  costOfGb((perGbMonth === null ? null : parseMoney(perGbMonth)) ?? 0n, gb);

/** What a service counts with: GB that its disk already has cost the same without the autoscaler. Unknown GB stay what its maximum allows. */
const countedGb = ({ provisionedGb, currentGb }: BudgetShare, maximumGb: number): number =>
  Math.max(maximumGb, provisionedGb ?? currentGb ?? 0);

/**
 * Budgets whose maximums would, after the undo, cost more than the budget and more than they cost now: the run may have
 * lowered maximums that a smaller budget no longer pays for (design §12.3).
 */
export const overdrawn = (budgets: readonly BudgetResult[], services: readonly PlannedService[]): Violation[] => {
  const undone = new Map(
    services.flatMap(({ subject, plan }) => {
      return plan.tally === undefined ? [] : [[serviceKey(subject.judgement.decision), plan.tally.toGb] as const];
    }),
  );
  return budgets.flatMap(({ name, monthly, currency, shares }) => {
    let [now, then] = [0n, 0n];
    for (const share of shares) {
      const currentGb = share.currentGb ?? 0;
      now += costOf(share, countedGb(share, currentGb));
      then += costOf(share, countedGb(share, undone.get(serviceKey(share)) ?? currentGb));
    }
    if (then <= now || then <= (parseMoney(monthly) ?? 0n)) return [];
    const actual = formatExact(then);
    const message = `The maximums of budget "${name}" would cost ${actual} ${currency} a month; the budget allows ${monthly} ${currency}. Approve this plan, or raise the budget.`;
    return [{ guardrail: 'budget', limit: monthly, actual, message }];
  });
};
