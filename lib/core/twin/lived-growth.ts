import { dayMs } from '../model/durations.ts';
import type { GrowthModel } from './growth-model.ts';
import { rateOn, turnsOfDay } from './growth-turns.ts';

/** Mean growth over weeks from the start on, with bursts and without clean-ups, in GB a day. */
export const meanGbPerDay = (growth: GrowthModel): number => {
  const { gbPerDay, pieces, week, bursts } = growth;
  const base = pieces.findLast(({ day }) => day <= 0)?.gbPerDay ?? gbPerDay;
  const waved = week === null ? base : (base * week.reduce((sum, factor) => sum + factor, 0)) / week.length;
  return bursts === null ? waved : waved + (bursts.lowGb + bursts.highGb) / 2 / bursts.everyDays;
};

interface GrowingDisk {
  /** A growth without a band (`drawnWithinBand`). */
  readonly growth: GrowthModel;
  readonly usedGb: number;
  /** Midnight UTC of day 0, in milliseconds since 1970; `usedGb` counts from then on. */
  readonly startMs: number;
  /** Draws of a day, each from 0 up to, not including, 1. */
  readonly fractionsOf: (day: number) => () => number;
}

/** GB written from one moment to the next at a rate. */
const written = (gbPerDay: number, fromMs: number, toMs: number): number => (gbPerDay * (toMs - fromMs)) / dayMs;

/**
 * Used GB at the end of each of so many days on a disk that is never full: the same growth as on the embedded platform, without
 * its autoscaler.
 */
export const livedGb = ({ growth, usedGb, startMs, fractionsOf }: GrowingDisk, days: number): number[] => {
  const lived: number[] = [];
  let gb = usedGb;
  for (let day = 0; day < days; day += 1) {
    const on = { day, startMs: startMs + day * dayMs };
    let rate = rateOn(growth, on);
    let atMs = on.startMs;
    for (const turn of turnsOfDay(growth, on, fractionsOf(day))) {
      gb += written(rate, atMs, turn.atMs);
      atMs = turn.atMs;
      if ('share' in turn) gb *= turn.share;
      else rate = turn.gbPerDay;
    }
    gb += written(rate, atMs, on.startMs + dayMs);
    lived.push(gb);
  }
  return lived;
};
