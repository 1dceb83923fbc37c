import { dayMs } from '../../core/model/durations.ts';
import { mbPerGb } from '../../core/model/sizes.ts';
import { drawnWithinBand, type GrowthModel } from '../../core/twin/growth-model.ts';
import { everTurns, rateOn, type Turn, turnsOfDay } from '../../core/twin/growth-turns.ts';
import { drawFraction, fractionsOf, randomsOf } from '../state/random.ts';
import type { PlatformState, Service, Turning } from '../state/state.ts';
import { noteUsage, usedMbAt } from './usage.ts';

/** Growth that changes by itself. Days are UTC days, counted from the start of the scenario. */

type Clock = Pick<PlatformState, 'seed' | 'startMs'>;

const dayNumber = (ms: number): number => Math.floor(ms / dayMs);

/** The last day of a scenario on which anything turns: ten years after its start. */
const lastDay = 3_660;

/**
 * Part of the services that grow as fast within their bands as the organization does: the same months have the same causes.
 * In real data the growth of two disks of one organization has a correlation of about its square, 0.36 (docs/internals/decisions.md, "One draw
 * a service, shared by six in ten").
 */
const sharedPart = 0.6;

/** The draws of a place by its seed: where its growth is in its band, and the daily ones. */
export const drawsOfDisk = (seed: number, disk: string) => {
  const fractionOf = fractionsOf(seed, `growth of ${disk}`);
  const randomOf = randomsOf(seed, `growth of ${disk}`);
  return {
    band: fractionOf(lastDay + 2) < sharedPart ? fractionsOf(seed, 'growth of all')(0) : fractionOf(lastDay + 1),
    ofDay: (day: number) => {
      const random = randomOf(day);
      return () => drawFraction(random);
    },
  };
};

/** First change after a moment; null when none follows. */
const turnAfter = ({ seed, startMs }: Clock, model: GrowthModel, disk: string, afterMs: number): Turn | null => {
  if (!everTurns(model)) return null;
  const { ofDay } = drawsOfDisk(seed, disk);
  for (let day = dayNumber(afterMs) - dayNumber(startMs); day <= lastDay; day += 1) {
    const on = { day, startMs: (dayNumber(startMs) + day) * dayMs };
    const turn = turnsOfDay(model, on, ofDay(day)).find(({ atMs }) => atMs > afterMs);
    if (turn !== undefined) return turn;
  }
  return null;
};

/** The growth of a scenario's service as the seed draws it within its bands; the same place and seed give the same growth. */
export const drawnGrowth = (model: GrowthModel, seed: number, disk: string): GrowthModel =>
  drawnWithinBand(model, drawsOfDisk(seed, disk).band);

/** Whole MB a day on a day of a growth, counted from the start. */
export const growthMbOn = (model: GrowthModel, startMs: number, day: number): number =>
  Math.round(rateOn(model, { day, startMs: (dayNumber(startMs) + day) * dayMs }) * mbPerGb);

/** A drawn growth from the start of the scenario on. */
export const turningFromStart = (clock: Clock, model: GrowthModel, disk: string): Turning => ({
  model,
  disk,
  next: turnAfter(clock, model, disk, clock.startMs),
});

/** Carries out the next change of a service. A service that does not run neither writes nor deletes. */
export const turn = (clock: Clock, service: Service, turning: Turning, next: Turn): void => {
  noteUsage(service, next.atMs);
  if ('gbPerDay' in next) service.growthMbPerDay = Math.round(next.gbPerDay * mbPerGb);
  else if (service.state === 'RUNNING') {
    service.usage = { mb: Math.round(usedMbAt(service, next.atMs) * next.share), sinceMs: next.atMs };
  }
  service.turning = { ...turning, next: turnAfter(clock, turning.model, turning.disk, next.atMs) };
};

/** Gives a service a straight line. Call `noteUsage` before. */
export const growStraight = (service: Service, gbPerDay: number): void => {
  service.growthMbPerDay = Math.round(gbPerDay * mbPerGb);
  service.turning = null;
};
