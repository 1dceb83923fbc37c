import type { ActualState, Decision, Effect } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import type { Mode } from '../model/model.ts';
import { costOfGb, formatCents, formatCentsSigned, formatExact, type Money } from '../model/money.ts';
import type { Policy } from '../model/policy-document.ts';
import { changedBy, netOf } from '../plan/line.ts';
import type { Plan, Summary } from '../plan/plan-result.ts';

/** What another policy means for a service. */
type PolicyMove = 'gained' | 'lost' | 'raised' | 'lowered';

const policyMoves: readonly PolicyMove[] = ['gained', 'raised', 'lowered', 'lost'];

/** One service that two policies treat differently. Maximums are in GB, after budgets; 0 without an autoscaler. */
export interface MovedService extends ServiceName {
  readonly move: PolicyMove;
  readonly fromGb: number;
  readonly toGb: number;
  /** Names of the rules; empty when none matched. */
  readonly fromRule: string;
  readonly toRule: string;
  /** The effect of the new policy: `ignore` leaves an existing autoscaler alone, `disable` removes it. */
  readonly effect: Effect;
  /** Exact difference of the cost per month, negative if it falls; null without a price. */
  readonly monthly: string | null;
}

/** GB and money of services that move in one direction; two decimals, null when any of the GB has no price. */
export interface PolicyDifference {
  readonly mode: { readonly from: Mode; readonly to: Mode };
  readonly summary: Readonly<Record<PolicyMove, number>> &
    Pick<Summary, 'addedGb' | 'addedMonthly' | 'removedGb' | 'removedMonthly' | 'netGb' | 'netMonthly' | 'currency'> & {
      /** What the maximums of all services can cost by the old policy and by the new one; null when any has no price. */
      readonly fromMonthly: string | null;
      readonly toMonthly: string | null;
    };
  /** By move, then by project and service. */
  readonly services: readonly MovedService[];
  /** Names of the members of the policy document that differ, the mode apart; absent where only plans are compared. */
  readonly sections?: readonly string[];
}

/** The members of two policies that differ, the mode apart: many, such as a freeze, move no service. */
export const sectionsBetween = (before: Policy, after: Policy): string[] => {
  const texts = ({ mode: _, ...sections }: Policy) =>
    new Map(Object.entries(sections).map(([name, section]) => [name, JSON.stringify(section)]));
  const [old, now] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name)).sort();
};

/** What a comparison needs of a plan, and the price of a service per GB and month. */
interface ComparedPlan {
  readonly plan: Pick<Plan, 'decisions' | 'mode'> & { readonly summary?: Pick<Summary, 'currency'> };
  readonly priceOf: (service: ServiceName) => Money | null;
}

/** Whether the plan leaves a service as it is, whatever the policy asks for: see `planService`. */
const isLeftAlone = ({ eligible, ours, others }: ActualState): boolean => !eligible || (ours === 0 && others > 0);

/** The maximum that a policy gives a service; 0 if it gives none, or the service is left as it is. */
const maximumBy = (decision: Decision | undefined): number => {
  if (decision?.effect !== 'enable' || (decision.actual && isLeftAlone(decision.actual))) return 0;
  return decision.maxAdditionalGb ?? 0;
};

const moveOf = (fromGb: number, toGb: number): PolicyMove | undefined => {
  if (fromGb === toGb) return undefined;
  if (fromGb === 0) return 'gained';
  if (toGb === 0) return 'lost';
  return toGb > fromGb ? 'raised' : 'lowered';
};

interface Priced {
  readonly moved: MovedService;
  readonly money: Money | null;
}

const sumOf = (priced: readonly Priced[]) => {
  const gb = priced.reduce((sum, { moved }) => sum + Math.abs(moved.toGb - moved.fromGb), 0);
  const money = priced.reduce<Money | null>(
    (sum, change) => (sum === null || change.money === null ? null : sum + change.money),
    0n,
  );
  return { gb, money };
};

const shown = (money: Money | null): string | null => (money === null ? null : formatCents(money));

/**
 * Compares what two policies ask for the same services, after budgets. It does not compare with the actual state: a service
 * that both policies enable at the same maximum is unchanged, whether it is enabled yet or not.
 */
export const policyDifference = (before: ComparedPlan, after: ComparedPlan): PolicyDifference => {
  const earlier = new Map(before.plan.decisions.map((decision) => [serviceKey(decision), decision]));
  const priced = after.plan.decisions.flatMap((decision): Priced[] => {
    const old = earlier.get(serviceKey(decision));
    const [fromGb, toGb] = [maximumBy(old), maximumBy(decision)];
    const move = moveOf(fromGb, toGb);
    if (move === undefined) return [];
    const { project, service, rule, effect } = decision;
    const perGbMonth = after.priceOf({ project, service });
    const money = perGbMonth === null ? null : costOfGb(perGbMonth, Math.abs(toGb - fromGb));
    const monthly = money === null ? null : `${toGb < fromGb ? '-' : ''}${formatExact(money)}`;
    const rules = { fromRule: old?.rule ?? '', toRule: rule };
    return [{ moved: { project, service, move, fromGb, toGb, ...rules, effect, monthly }, money }];
  });
  const ofMove = (move: PolicyMove) => priced.filter(({ moved }) => moved.move === move);
  const [added, removed] = [
    sumOf([...ofMove('gained'), ...ofMove('raised')]),
    sumOf([...ofMove('lost'), ...ofMove('lowered')]),
  ];
  /** What all maximums together can cost. */
  const monthlyBy = (maximumOf: (decision: Decision) => number) =>
    after.plan.decisions.reduce<Money | null>((sum, decision) => {
      const gb = maximumOf(decision);
      const perGbMonth = gb === 0 ? 0n : after.priceOf(decision);
      return sum === null || perGbMonth === null ? null : sum + costOfGb(perGbMonth, gb);
    }, 0n);
  const currency = after.plan.summary?.currency;
  const net = added.money === null || removed.money === null ? null : added.money - removed.money;
  return {
    mode: { from: before.plan.mode, to: after.plan.mode },
    summary: {
      gained: ofMove('gained').length,
      raised: ofMove('raised').length,
      lowered: ofMove('lowered').length,
      lost: ofMove('lost').length,
      addedGb: added.gb,
      addedMonthly: shown(added.money),
      removedGb: removed.gb,
      removedMonthly: shown(removed.money),
      netGb: added.gb - removed.gb,
      netMonthly: net === null ? null : formatCentsSigned(net),
      fromMonthly: shown(monthlyBy((decision) => maximumBy(earlier.get(serviceKey(decision))))),
      toMonthly: shown(monthlyBy(maximumBy)),
      ...(currency !== undefined && { currency }),
    },
    services: policyMoves.flatMap((move) => ofMove(move).map(({ moved }) => moved)),
  };
};

/** What all maximums can cost a month by each policy, as a sentence. */
export const beforeAndAfter = ({ summary: { fromMonthly, toMonthly, currency = '' } }: PolicyDifference): string => {
  const [from, to] = [fromMonthly, toMonthly].map((monthly) =>
    monthly === null ? 'unknown' : `${monthly} ${currency}`,
  );
  const why = fromMonthly === null || toMonthly === null ? ' (a price is missing)' : '';
  return `A month, if every disk grows to its maximum: ${from} before, ${to} after${why}.`;
};

/** The difference in one line. */
export const differenceLine = ({ summary }: PolicyDifference): string => {
  const { gained, raised, lowered, lost, addedGb, addedMonthly, removedGb, removedMonthly, currency } = summary;
  const amount = (gb: number, monthly: string | null, sign: '+' | '-') =>
    gb === 0 ? '' : ` (${changedBy(gb, monthly, sign, currency)})`;
  return (
    `Policy: ${gained} gained, ${raised} raised${amount(addedGb, addedMonthly, '+')}, ` +
    `${lowered} lowered, ${lost} lost${amount(removedGb, removedMonthly, '-')}; net ${netOf(summary)}.`
  );
};
