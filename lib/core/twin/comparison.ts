import { byService, serviceKey } from '../model/grouping.ts';
import { formatExact, type Money, unit } from '../model/money.ts';
import type { Life, LivedDay, LivedMonth, LivedService, WaitingPlan } from './life.ts';
import { isMoney, type Measured, type MeasureName, measure, measureNames } from './measures.ts';
import { mapRange, type Range, rangeOf } from './ranges.ts';

/** A number, or money as an exact decimal; null where there is nothing to measure. */
export type Amount = number | string | null;

/** The lives of one policy, summed up over the seeds. */
export interface PolicyResult {
  /** The name of its document; null for the life without a policy. */
  readonly name: string | null;
  readonly measures: Readonly<Record<MeasureName, Range<Amount>>>;
  readonly months: readonly MonthResult[];
  /** One entry for the end of each day. */
  readonly days: readonly DayResult[];
  /** Services whose disk was full in any life, the longest first, production before others. */
  readonly full: readonly ServiceResult[];
  /** The plan that waits at the end, of the first seed in which one does; null if none waits. */
  readonly waiting: WaitingPlan | null;
}

/** Members over the lives, money as exact decimals. */
type Ranged<T> = { readonly [Name in keyof T]: Range<T[Name] extends Money ? string : T[Name]> };

interface MonthResult
  extends Pick<LivedMonth, 'month' | 'hours'>,
    Ranged<Pick<LivedMonth, 'provisioned' | 'worstCase'>> {
  readonly budget: string | null;
  readonly unspent: Range<string> | null;
}

export type DayResult = Ranged<LivedDay>;

interface ServiceResult extends Omit<LivedService, 'fullHours' | 'firstFullDay'> {
  readonly fullHours: Range<number>;
  /** First day with a full disk; null where it is not full in that part of the lives. */
  readonly firstFullDay: Range<number | null>;
  /** Lives in which its disk was full. */
  readonly seeds: number;
}

/** A service that does better or worse under the second policy. */
export interface ServiceMove extends Omit<LivedService, 'fullHours' | 'firstFullDay'> {
  /** Hours with a full disk, P50. */
  readonly fromHours: number;
  readonly toHours: number;
}

export interface Comparison {
  readonly seeds: number;
  /** The life without a policy first. */
  readonly policies: readonly PolicyResult[];
  /** Services by what the last policy changes against the one before it: fewer hours first, then more. */
  readonly better: readonly ServiceMove[];
  readonly worse: readonly ServiceMove[];
}

const signedExact = (amount: bigint): string => (amount < 0n ? `-${formatExact(-amount)}` : formatExact(amount));

const amountOf = (name: MeasureName, value: number | bigint | null): Amount => {
  if (value === null || typeof value === 'number') return value;
  return isMoney(name) ? signedExact(value) : Number(value / unit);
};

const measuresOf = (all: readonly Measured[]): PolicyResult['measures'] =>
  Object.fromEntries(
    measureNames.map((name) => [
      name,
      mapRange(rangeOf(all.map((figures) => figures[name])), (value) => amountOf(name, value)),
    ]),
  ) as PolicyResult['measures'];

const rangesOf = <T extends object, N extends keyof T>(all: readonly T[], names: readonly N[]) =>
  Object.fromEntries(
    names.map((name) => {
      const range = rangeOf(all.map((member) => member[name] as number | bigint));
      return [name, mapRange(range, (value) => (typeof value === 'bigint' ? signedExact(value) : value))];
    }),
  ) as Ranged<Pick<T, N>>;

const monthOf = (months: readonly LivedMonth[], { month, hours, budget }: LivedMonth): MonthResult => {
  const unspent = months.flatMap((lived) => lived.unspent ?? []);
  return {
    month,
    hours,
    ...rangesOf(months, ['provisioned', 'worstCase']),
    budget: budget === null ? null : formatExact(budget),
    unspent: unspent.length === 0 ? null : mapRange(rangeOf(unspent), signedExact),
  };
};

/** The entries of all lives at each place of the first one. */
const columns = <T>(lists: readonly (readonly T[])[]): T[][] =>
  (lists[0] ?? []).map((_, index) => lists.flatMap((list) => list.slice(index, index + 1)));

/** Production first, then the longest time with a full disk, then the name. */
const byHarm = (a: ServiceResult, b: ServiceResult): number =>
  Number(b.isProduction) - Number(a.isProduction) ||
  b.fullHours.p50 - a.fullHours.p50 ||
  b.fullHours.p90 - a.fullHours.p90 ||
  byService(a, b);

/** What every service went through in all lives. */
const serviceResults = (lives: readonly Life[]): ServiceResult[] =>
  columns(lives.map(({ services }) => services)).flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return {
      ...first,
      fullHours: rangeOf(same.map(({ fullHours }) => fullHours)),
      firstFullDay: rangeOf(same.map(({ firstFullDay }) => firstFullDay)),
      seeds: same.filter(({ firstFullDay }) => firstFullDay !== null).length,
    };
  });

/** Lives of one policy, in the order of the seeds. */
export interface PolicyLives {
  readonly name: string | null;
  readonly lives: readonly Life[];
}

const resultOf = ({ name, lives }: PolicyLives, baselines: ReadonlyMap<number, Life>): PolicyResult => ({
  name,
  measures: measuresOf(lives.map((life) => measure(life, baselines.get(life.seed) ?? life))),
  months: columns(lives.map(({ months }) => months)).flatMap((months) =>
    months.slice(0, 1).map((first) => monthOf(months, first)),
  ),
  days: columns(lives.map(({ days }) => days)).map((days) =>
    rangesOf(days, ['full', 'productionFull', 'provisioned', 'worstCase']),
  ),
  full: serviceResults(lives)
    .filter(({ seeds }) => seeds > 0)
    .sort(byHarm),
  waiting: lives.find(({ waiting }) => waiting !== null)?.waiting ?? null,
});

/** Shorter differences of a service are no better and no worse. */
const leastHours = 1;

const movesBetween = (before: PolicyLives, after: PolicyLives): ServiceMove[] => {
  const then = new Map(serviceResults(after.lives).map((service) => [serviceKey(service), service]));
  return serviceResults(before.lives).flatMap(({ fullHours, firstFullDay, seeds, ...service }) => {
    const toHours = then.get(serviceKey(service))?.fullHours.p50 ?? fullHours.p50;
    const moved = Math.abs(toHours - fullHours.p50) >= leastHours;
    return moved ? [{ ...service, fromHours: fullHours.p50, toHours }] : [];
  });
};

/**
 * Compares policies by their lives, which must have the same seeds and the same organization.
 * @param all the lives without a policy first
 */
export const compareLives = (all: readonly PolicyLives[]): Comparison => {
  const baselines = new Map((all[0]?.lives ?? []).map((life) => [life.seed, life]));
  const [after, before] = all.toReversed();
  const moves = before === undefined || after === undefined ? [] : movesBetween(before, after);
  const gain = ({ fromHours, toHours }: ServiceMove) => fromHours - toHours;
  return {
    seeds: baselines.size,
    policies: all.map((lives) => resultOf(lives, baselines)),
    better: moves.filter((move) => gain(move) > 0).sort((a, b) => gain(b) - gain(a)),
    worse: moves.filter((move) => gain(move) < 0).sort((a, b) => gain(a) - gain(b)),
  };
};
