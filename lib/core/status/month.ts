import { accrued, type CostSample } from '../budget/basis.ts';
import { dayMs, isoInstant } from '../model/durations.ts';
import { byText, groupBy } from '../model/grouping.ts';
import { cents, formatExact, type Money, parseMoney } from '../model/money.ts';
import { counted } from '../model/visible-text.ts';
import type { BudgetOfDay, MoneyOfDay } from './money-of-day.ts';

/** What a month costs at its end. */
interface ExpectedCost {
  /** If no disk grows any more: disks do not become smaller. */
  readonly least: string;
  /** If provisioned storage goes on as in the last two weeks; null with one day on record. */
  readonly likely: string | null;
  /** If every disk is at its maximum from now on. */
  readonly most: string;
}

/** The money of one team in one budget. */
interface MonthOfOwner {
  readonly owner: string;
  readonly spent: string;
  /** Null without a record of it in the month before. */
  readonly lastMonth: string | null;
  /** On the last day of the record. */
  readonly provisionedMonthly: string;
  readonly inForceMonthly: string;
  readonly services: number;
  readonly fullDisks: number;
}

/** One budget in one month; amounts are exact decimals. */
export interface MonthOfBudget extends Omit<MonthOfOwner, 'owner'> {
  readonly name: string;
  readonly currency: string;
  readonly monthly: string;
  /** Null when the month is over. */
  readonly expected: ExpectedCost | null;
  /** What lay idle while a disk was full at its maximum, at the price of these days. */
  readonly idleBesideFull: string;
  readonly daysIdle: number;
  /** The days on record, the oldest first. A day without a record counts as the one before it, or as the first. */
  readonly days: readonly (Pick<BudgetOfDay, 'provisionedMonthly' | 'inForceMonthly' | 'monthly' | 'fullDisks'> & {
    readonly day: string;
  })[];
  readonly teams: readonly MonthOfOwner[];
}

/** A calendar month, UTC. */
export interface Month {
  /** `YYYY-MM` */
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The month of a moment, and others relative to it. @param name `YYYY-MM` */
export const monthNamed = (name: string): Month => {
  const [year = 0, month = 0] = name.split('-').map(Number);
  return { name, fromMs: Date.UTC(year, month - 1), toMs: Date.UTC(year, month) };
};

export const monthBefore = ({ fromMs }: Month): Month => monthNamed(isoInstant(fromMs - dayMs).slice(0, 7));

const money = (amount: string): Money => parseMoney(amount) ?? 0n;

/** Days after which provisioned storage says nothing of how it goes on. */
const trendDays = 14;

/** A record of one day. */
interface Dated<T> {
  readonly ms: number;
  readonly of: T;
}

type Amounts = Pick<BudgetOfDay, 'provisionedMonthly'>;

const samplesOf = (records: readonly Dated<Amounts>[]): CostSample[] =>
  records.map(({ ms, of }) => ({ at: isoInstant(ms), monthly: money(of.provisionedMonthly) }));

const within = <T>(records: readonly Dated<T>[], { fromMs, toMs }: Month): Dated<T>[] =>
  records.filter(({ ms }) => ms >= fromMs && ms < toMs);

/** The cost of a month up to a moment; null without a record in it. */
const spentIn = (records: readonly Dated<Amounts>[], month: Month, nowMs: number): string | null =>
  within(records, month).length === 0
    ? null
    : formatExact(accrued(samplesOf(records), isoInstant(Math.min(nowMs, month.toMs - 1))));

/** Each day from now on, with what is then provisioned if the last two weeks go on. */
const goingOn = (records: readonly Dated<BudgetOfDay>[], toMs: number): CostSample[] | null => {
  const last = records.at(-1);
  const first = records.find(({ ms }) => last !== undefined && ms >= last.ms - trendDays * dayMs);
  if (last === undefined || first === undefined || first === last) return null;
  const [from, to] = [money(first.of.provisionedMonthly), money(last.of.provisionedMonthly)];
  const most = money(last.of.inForceMonthly);
  const days = Math.ceil((toMs - last.ms) / dayMs);
  return Array.from({ length: days }, (_, index) => {
    const grown = to + ((to - from) * BigInt(index) * BigInt(dayMs)) / BigInt(last.ms - first.ms);
    const monthly = grown < to ? to : grown;
    return { at: isoInstant(last.ms + index * dayMs), monthly: monthly > most ? most : monthly };
  });
};

const expectedOf = (records: readonly Dated<BudgetOfDay>[], month: Month, nowMs: number): ExpectedCost | null => {
  const last = records.at(-1);
  if (nowMs >= month.toMs || last === undefined) return null;
  const samples = samplesOf(records);
  const atEnd = (more: readonly CostSample[]) =>
    formatExact(accrued([...samples, ...more], isoInstant(month.toMs - 1)));
  const ahead = goingOn(records, month.toMs);
  return {
    least: atEnd([]),
    likely: ahead && atEnd(ahead),
    most: atEnd([{ at: isoInstant(nowMs), monthly: money(last.of.inForceMonthly) }]),
  };
};

const teamsOf = (records: readonly Dated<BudgetOfDay>[], month: Month, nowMs: number): MonthOfOwner[] => {
  const days = records.flatMap(({ ms, of }) => of.teams.map((team) => ({ ms, of: team })));
  return [...groupBy(days, ({ of }) => of.owner)]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([owner, own]) => {
      const last = within(own, month).at(-1);
      if (last === undefined) return [];
      const { provisionedMonthly, inForceMonthly, services, fullDisks } = last.of;
      const amounts = { provisionedMonthly, inForceMonthly, services, fullDisks };
      const before = monthBefore(month);
      return { owner, spent: spentIn(own, month, nowMs) ?? '0.00', lastMonth: spentIn(own, before, nowMs), ...amounts };
    });
};

const budgetIn = (records: readonly Dated<BudgetOfDay>[], month: Month, nowMs: number): MonthOfBudget[] => {
  const days = within(records, month);
  const last = days.at(-1)?.of;
  if (last === undefined) return [];
  const idleDays = days.filter(({ of }) => money(of.idleMonthly) > 0n);
  const idle = idleDays.reduce((sum, { of }) => sum + money(of.idleMonthly), 0n);
  const { name, currency, monthly, provisionedMonthly, inForceMonthly, services, fullDisks } = last;
  return [
    {
      ...{ name, currency, monthly, provisionedMonthly, inForceMonthly, services, fullDisks },
      spent: spentIn(records, month, nowMs) ?? '0.00',
      lastMonth: spentIn(records, monthBefore(month), nowMs),
      expected: expectedOf(records, month, nowMs),
      idleBesideFull: formatExact((idle * BigInt(dayMs)) / BigInt(month.toMs - month.fromMs)),
      daysIdle: idleDays.length,
      days: days.map(({ ms, of }) => ({
        day: isoInstant(ms).slice(0, 10),
        provisionedMonthly: of.provisionedMonthly,
        inForceMonthly: of.inForceMonthly,
        monthly: of.monthly,
        fullDisks: of.fullDisks,
      })),
      teams: teamsOf(records, month, nowMs),
    },
  ];
};

/**
 * What every budget spent in a month, with its teams and the month before beside it.
 * @param days of this month and of the one before, in any order
 */
export const monthOfBudgets = (days: readonly MoneyOfDay[], month: Month, nowMs: number): MonthOfBudget[] => {
  const records = days
    .filter(({ day }) => Date.parse(day) <= nowMs)
    .flatMap(({ day, budgets }) => budgets.map((of) => ({ ms: Date.parse(day), of })))
    .sort((a, b) => a.ms - b.ms);
  return [...groupBy(records, ({ of }) => of.name)]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([, own]) => budgetIn(own, month, nowMs));
};

/** The range of a month's cost, for people. */
export const expectedText = ({ least, most }: ExpectedCost): string =>
  `${cents(least)} if nothing grows, ${cents(most)} at most`;

/** On how many days a disk was full at its maximum beside money, for people. */
export const idleText = ({ daysIdle, days }: Pick<MonthOfBudget, 'daysIdle' | 'days'>): string =>
  `on ${daysIdle} of ${counted(days.length, 'day')}`;
