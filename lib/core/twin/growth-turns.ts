import { dayOf } from '../forecast/project-history.ts';
import { dayMs, hourMs } from '../model/durations.ts';
import type { Bursts, CleanUps, GrowthModel } from './growth-model.ts';
import { factorOf } from './week-of-growth.ts';

/** A moment at which a growth changes: another rate from then on, or a clean-up that leaves a share of the data. */
export type Turn = { readonly atMs: number } & ({ readonly gbPerDay: number } | { readonly share: number });

interface GrowthDay {
  /** Counted from the start, which is on day 0. */
  readonly day: number;
  /** Its first moment, in milliseconds since 1970. */
  readonly startMs: number;
}

/** Draws of one day, in order: each from 0 up to, not including, 1. */
type Fraction = () => number;

const rounded = (gbPerDay: number) => Math.round(gbPerDay * 1000) / 1000;

/** The remainder that is never negative. */
const modulo = (day: number, every: number) => ((day % every) + every) % every;

/** GB a day on a day, without bursts. */
export const rateOn = (growth: GrowthModel, { day, startMs }: GrowthDay): number => {
  const base = growth.pieces.findLast((piece) => piece.day <= day)?.gbPerDay ?? growth.gbPerDay;
  const { week, acceleration } = growth;
  if (week === null && acceleration === null) return base;
  const factor = factorOf(week, dayOf(startMs));
  const faster = acceleration === null ? 1 : acceleration.perDay ** modulo(day, acceleration.everyDays);
  return rounded(base * factor * faster);
};

/** A burst takes the place of the usual rate, and ends on the day on which it begins. */
const burstOn = (bursts: Bursts, dayStartMs: number, usual: number, fraction: Fraction): Turn[] => {
  if (fraction() >= 1 / bursts.everyDays) return [];
  const { longestHours, lowGb, highGb } = bursts;
  const hours = 1 + Math.floor(fraction() * longestHours);
  const atMs = dayStartMs + Math.floor(fraction() * (dayMs - (longestHours + 1) * hourMs));
  const gb = lowGb + (highGb - lowGb) * fraction();
  return [
    { atMs, gbPerDay: rounded((gb * 24) / hours) },
    { atMs: atMs + hours * hourMs, gbPerDay: usual },
  ];
};

const cleanUpOn = (cleanUps: CleanUps, { day, startMs }: GrowthDay, fraction: Fraction): Turn[] => {
  const { everyDays, firstDay, lowShare, highShare } = cleanUps;
  if (day < firstDay || (day - firstDay) % everyDays !== 0) return [];
  const atMs = startMs + Math.floor(fraction() * dayMs);
  return [{ atMs, share: lowShare + (highShare - lowShare) * fraction() }];
};

/** What changes in a growth on a day, in order of time. */
export const turnsOfDay = (growth: GrowthModel, on: GrowthDay, fraction: Fraction): Turn[] => {
  const usual = rateOn(growth, on);
  const before = rateOn(growth, { day: on.day - 1, startMs: on.startMs - dayMs });
  const turns: Turn[] = usual === before ? [] : [{ atMs: on.startMs, gbPerDay: usual }];
  if (growth.bursts !== null) turns.push(...burstOn(growth.bursts, on.startMs, usual, fraction));
  if (growth.cleanUps !== null) turns.push(...cleanUpOn(growth.cleanUps, on, fraction));
  return turns.sort((turn, other) => turn.atMs - other.atMs);
};

/** Whether a growth ever changes: false for a straight line. */
export const everTurns = ({ pieces, week, bursts, cleanUps, acceleration }: GrowthModel): boolean =>
  pieces.length > 0 || [week, bursts, cleanUps, acceleration].some((part) => part !== null);
