import { type Growth, growthOf, leastHistoryDays, type Sample } from '../forecast/growth.ts';
import { type DailyGrowth, type DayGrowth, dailyGrowth, type UsePoint } from './daily-growth.ts';
import { burstsOf, cleanUpsOf, type DaysByKind, daysByKind, isShrinking, lossesOf } from './days-by-kind.ts';
import { decimals, type GrowthKind, type GrowthModel, plainGrowth } from './growth-model.ts';
import { type ChangedRate, changedRate } from './turn-of-growth.ts';
import { factorOf, weekOf } from './week-of-growth.ts';

/** What the measurements of one service show, before it gets a band. */
interface Shape {
  readonly daily: DailyGrowth;
  readonly parts: DaysByKind;
  readonly week: readonly number[] | null;
  readonly changed: ChangedRate | null;
  /** The ordinary growth alone, summed up day by day, as the forecasts measure growth; null for too few days. */
  readonly samples: readonly Sample[];
  readonly growth: Growth;
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each day's growth without the wave of the week. */
const levelled = (days: readonly DayGrowth[], week: readonly number[] | null): DayGrowth[] => {
  const mean = meanOf(days.map(({ gb }) => gb));
  return days.map((day) => ({ ...day, gb: day.gb - mean * (factorOf(week, day.day) - 1) }));
};

/** Ordinary growth from the first to the last known day; the days between that are not known or not ordinary grow as usual. */
const summedUp = (all: readonly DayGrowth[], ordinary: readonly DayGrowth[], usualGb: number): Sample[] => {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  const gbByDay = new Map(ordinary.map(({ day, gb }) => [day, gb]));
  let gb = first.beforeGb;
  const samples: Sample[] = [{ day: first.day, gb }];
  for (let { day } = first; day <= last.day; day += 1) {
    gb += gbByDay.get(day) ?? usualGb;
    samples.push({ day: day + 1, gb });
  }
  return samples;
};

/**
 * What a service's measurements show of its growth; null for fewer than 14 days on which the disk was not full.
 * @param points oldest first
 */
export const shapeOf = (points: readonly UsePoint[]): Shape | null => {
  const daily = dailyGrowth(points);
  if (daily.days - daily.fullDays < leastHistoryDays || daily.growth.length < leastHistoryDays - 2) return null;
  const parts = daysByKind(daily.growth);
  const week = weekOf(parts.ordinary);
  const level = levelled(parts.ordinary, week);
  const usualGb = meanOf(level.map(({ gb }) => gb));
  const samples = summedUp(daily.growth, level, usualGb);
  const growth = growthOf(samples);
  return growth && { daily, parts, week, changed: changedRate(level), samples, growth };
};

/** Below this part of its data a day, over a month not even 1 percent, a service does not grow to speak of. */
const idleShare = 0.0003;

const kindOf = ({ parts, week, changed }: Shape, gbPerDay: number, dataGb: number): GrowthKind => {
  if (parts.cleanUps.length > 0) return 'cleaned-up';
  if (parts.bursts.length > 0) return 'bursty';
  if (week !== null) return 'weekly';
  if (changed !== null && changed.after > changed.before) return 'accelerating';
  return gbPerDay < idleShare * dataGb ? 'idle' : 'steady';
};

/** The rate before and since the day on which it changed. */
const piecesOf = ({ changed, samples }: Shape, startDay: number): GrowthModel['pieces'] =>
  changed === null
    ? []
    : [
        { day: (samples[0]?.day ?? changed.fromDay) - startDay, gbPerDay: decimals(changed.before) },
        { day: changed.fromDay - startDay, gbPerDay: decimals(changed.after) },
      ];

/**
 * The growth of a service as it will go on, with the usual band of the forecasts (design §8): the rate of the ordinary days, their
 * week, and bursts and clean-ups as often and as large as they were.
 * @param startDay day 0 of the growth, in days since 1970
 */
export const fittedGrowth = (shape: Shape, startDay: number): GrowthModel => {
  const { daily, parts, week, changed, growth } = shape;
  if (isShrinking(daily.growth)) return { ...plainGrowth(0, 'shrinking'), cleanUps: lossesOf(daily.growth) };
  const gbPerDay = decimals(changed?.after ?? growth.slopeGbPerDay);
  const measured = daily.growth.length;
  return {
    kind: kindOf(shape, gbPerDay, growth.todayGb),
    gbPerDay,
    lowGbPerDay: 0,
    highGbPerDay: decimals(gbPerDay + Math.max(0, growth.highGbPerDay - growth.slopeGbPerDay)),
    pieces: piecesOf(shape, startDay),
    week: week?.map(decimals) ?? null,
    bursts: burstsOf(parts.bursts, measured, gbPerDay),
    cleanUps: cleanUpsOf(parts.cleanUps, { startDay, usualGb: gbPerDay, measured }),
    acceleration: null,
  };
};
