import { dayMs } from '../../../lib/core/model/durations.ts';
import { type GrowthModel, plainGrowth } from '../../../lib/core/twin/growth-model.ts';
import { everTurns, rateOn, type Turn, turnsOfDay } from '../../../lib/core/twin/growth-turns.ts';
import { drawsOf } from '../engine/random.ts';

/**
 * How the data of a service grows over a year. The platform knows straight lines only, so every shape is a line for a day
 * or for the hours of a burst.
 */
export const growthShapes = ['steady', 'weekly', 'bursty', 'accelerating', 'shrinking', 'cleaned-up'] as const;

type Shape = (typeof growthShapes)[number];

const rates = [0, 0, 0.1, 0.3, 0.8, 2, 6, 15] as const;

/** Each shape at a rate; after the period a growth that accelerates starts anew, or a disk is cleaned up. */
const shaped: Readonly<Record<Shape, (gbPerDay: number, periodDays: number) => GrowthModel>> = {
  steady: (gbPerDay) => plainGrowth(gbPerDay),
  weekly: (gbPerDay) => ({ ...plainGrowth(gbPerDay, 'weekly'), week: [1.4, 1.4, 1.4, 1.4, 1.4, 0.1, 0.1] }),
  // A load of hours, such as an import, that writes as much as ten days do.
  bursty: (gbPerDay) => ({
    ...plainGrowth(gbPerDay * 0.2, 'bursty'),
    bursts: {
      everyDays: 12.5,
      lowEveryDays: 12.5,
      highEveryDays: 12.5,
      lowGb: gbPerDay * 10,
      highGb: gbPerDay * 10,
      longestHours: 8,
    },
  }),
  accelerating: (gbPerDay, periodDays) => ({
    ...plainGrowth(gbPerDay * 0.3, 'accelerating'),
    acceleration: { perDay: 1.08, everyDays: periodDays },
  }),
  shrinking: () => ({
    ...plainGrowth(0, 'shrinking'),
    cleanUps: { everyDays: 1, firstDay: 0, lowShare: 0.97, highShare: 0.97 },
  }),
  'cleaned-up': (gbPerDay, periodDays) => ({
    ...plainGrowth(gbPerDay, 'cleaned-up'),
    cleanUps: { everyDays: periodDays, firstDay: periodDays - 1, lowShare: 0.3, highShare: 0.7 },
  }),
};

/** A growth drawn by the name of its service. */
export const drawnGrowth = (seed: number, project: string, service: string) => {
  const draws = drawsOf(seed, 'growth', project, service);
  const shape = draws.one<Shape>(['steady', 'steady', ...growthShapes]);
  const gbPerDay = draws.one(rates);
  const periodDays = draws.between(6, 45);
  return { shape, gbPerDay, periodDays, model: shaped[shape](gbPerDay, periodDays) };
};

/** GB a day from the start of a day on. */
export const growthOn = (model: GrowthModel, startMs: number, day: number): number =>
  rateOn(model, { day, startMs: startMs + day * dayMs });

/** What changes in the growth of a service on a day. */
export const turnsOn = (seed: number, project: string, service: string, startMs: number, day: number): Turn[] => {
  const { model } = drawnGrowth(seed, project, service);
  if (!everTurns(model)) return [];
  const { fraction } = drawsOf(seed, 'growth', project, service, day);
  const midnightMs = startMs + day * dayMs;
  const turns = turnsOfDay(model, { day, startMs: midnightMs }, fraction);
  // The scenario begins with the rate of its first day.
  return day > 0 ? turns : turns.filter((turn) => 'share' in turn || turn.atMs > midnightMs);
};
