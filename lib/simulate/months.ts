import type { BudgetResult } from '../core/budget/result.ts';
import { hourMs } from '../core/model/durations.ts';
import { type Money, parseMoney } from '../core/model/money.ts';
import { mbPerGb } from '../core/model/sizes.ts';
import type { LivedDay, LivedMonth } from '../core/twin/life.ts';
import { highest } from '../core/twin/measures.ts';
import { type Edge, monthOf, nextMonthMs, projectCharges } from '../platform/index.ts';

/** MB × milliseconds of a GB-hour, by which the platform's charges are divided. */
const mbMsPerGbHour = BigInt(mbPerGb * hourMs);

/** Hours of a month for which amounts of money are compared (pf 2.8). */
const hoursPerMonth = 730n;

/** What all services cost until now, by month. */
const costsByMonth = ({ state }: Edge): Map<string, bigint> => {
  const costs = new Map<string, bigint>();
  for (const project of state.projects.values()) {
    for (const { months } of [...project.services.values(), ...project.deletedServices]) {
      for (const { month, charges } of months) costs.set(month, (costs.get(month) ?? 0n) + charges.cost);
    }
  }
  return costs;
};

/** What all additional storage cost since the start. */
export const totalCost = ({ state }: Edge): Money =>
  [...state.projects.values()].reduce((sum, project) => sum + projectCharges(project).cost, 0n) / mbMsPerGbHour;

/** The budgets as a run divided them at a moment. */
export interface BudgetsAt {
  readonly atMs: number;
  readonly budgets: readonly Pick<BudgetResult, 'monthly' | 'floorMonthly'>[];
}

const sumOf = (amounts: readonly string[]): Money => amounts.reduce((sum, text) => sum + (parseMoney(text) ?? 0n), 0n);

const budgetsOf = (last: BudgetsAt | undefined): Pick<LivedMonth, 'budget' | 'unspent'> => {
  if (last === undefined || last.budgets.length === 0) return { budget: null, unspent: null };
  const budget = sumOf(last.budgets.map(({ monthly }) => monthly));
  return { budget, unspent: budget - sumOf(last.budgets.map(({ floorMonthly }) => floorMonthly)) };
};

interface Lived {
  readonly startMs: number;
  readonly endMs: number;
  /** Each with the moment at which it is true. */
  readonly days: readonly { readonly atMs: number; readonly day: LivedDay }[];
  /** In order of time. */
  readonly budgets: readonly BudgetsAt[];
}

/** Money by calendar month. Parts of a month are shown as the rate of a whole one, so that all compare with a budget. */
export const livedMonths = (edge: Edge, { startMs, endMs, days, budgets }: Lived): LivedMonth[] => {
  const costs = costsByMonth(edge);
  const months: LivedMonth[] = [];
  for (let fromMs = startMs; fromMs < endMs; ) {
    const untilMs = Math.min(endMs, nextMonthMs(fromMs));
    const [begin, month] = [fromMs, monthOf(fromMs)];
    const spanMs = BigInt(untilMs - begin);
    const cost = (costs.get(month) ?? 0n) * hoursPerMonth * BigInt(hourMs);
    const inMonth = days.filter(({ atMs }) => atMs > begin && atMs <= untilMs);
    const lived = inMonth.length > 0 ? inMonth : days.filter(({ atMs }) => atMs > begin).slice(0, 1);
    months.push({
      month,
      hours: Math.round(Number(spanMs) / hourMs),
      provisioned: cost / (mbMsPerGbHour * spanMs),
      worstCase: highest(lived.map(({ day }) => day.worstCase)),
      ...budgetsOf(budgets.findLast(({ atMs }) => atMs <= untilMs)),
    });
    fromMs = untilMs;
  }
  return months;
};
