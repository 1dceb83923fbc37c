import { dayMs, hourMs } from '../../core/model/durations.ts';
import { type Draws, drawsOf } from '../engine/random.ts';

/**
 * How the data of a service grows over a year. The platform knows straight lines only, so every shape is a line for a day
 * or for the hours of a burst, and the moments at which one line ends and the next begins are drawn here.
 */
export const growthShapes = ['steady', 'weekly', 'bursty', 'accelerating', 'shrinking', 'cleaned-up'] as const;

type Shape = (typeof growthShapes)[number];

interface Growth {
  readonly shape: Shape;
  /** GB a day on an ordinary day. */
  readonly gbPerDay: number;
  /** Days after which a growth that accelerates starts anew, or a disk is cleaned up. */
  readonly periodDays: number;
}

/** A new rate of growth, or a clean-up that leaves a share of the data. */
type Turn = { readonly atMs: number } & ({ readonly gbPerDay: number } | { readonly share: number });

const rates = [0, 0, 0.1, 0.3, 0.8, 2, 6, 15] as const;

const accelerationPerDay = 1.08;

/** A growth drawn by the name of its service. */
export const drawnGrowth = (seed: number, project: string, service: string): Growth => {
  const draws = drawsOf(seed, 'growth', project, service);
  return {
    shape: draws.one(['steady', 'steady', ...growthShapes]),
    gbPerDay: draws.one(rates),
    periodDays: draws.between(6, 45),
  };
};

const isWeekend = (ms: number) => [0, 6].includes(new Date(ms).getUTCDay());

const rounded = (gbPerDay: number) => Math.round(gbPerDay * 1000) / 1000;

/** GB a day from the start of a day on. */
export const growthOn = ({ shape, gbPerDay, periodDays }: Growth, startMs: number, day: number): number => {
  switch (shape) {
    case 'weekly':
      return rounded(gbPerDay * (isWeekend(startMs + day * dayMs) ? 0.1 : 1.4));
    case 'accelerating':
      return rounded(gbPerDay * 0.3 * accelerationPerDay ** (day % periodDays));
    case 'bursty':
      return rounded(gbPerDay * 0.2);
    case 'shrinking':
      return 0;
    default:
      return gbPerDay;
  }
};

/** A load of hours, such as an import, that writes as much as ten days do. */
const burstOn = (draws: Draws, growth: Growth, midnightMs: number, usual: number): Turn[] => {
  if (!draws.chance(0.08)) return [];
  const hours = draws.between(1, 8);
  const atMs = midnightMs + draws.below(dayMs - 9 * hourMs);
  const gbPerDay = rounded((growth.gbPerDay * 10 * 24) / hours);
  return [
    { atMs, gbPerDay },
    { atMs: atMs + hours * hourMs, gbPerDay: usual },
  ];
};

/** What changes in the growth of a service on a day. */
export const turnsOn = (seed: number, project: string, service: string, startMs: number, day: number): Turn[] => {
  const growth = drawnGrowth(seed, project, service);
  if (growth.shape === 'steady') return [];
  const draws = () => drawsOf(seed, 'growth', project, service, day);
  const midnightMs = startMs + day * dayMs;
  const usual = growthOn(growth, startMs, day);
  if (growth.shape === 'bursty') return burstOn(draws(), growth, midnightMs, usual);
  if (growth.shape === 'shrinking') return [{ atMs: midnightMs + draws().below(dayMs), share: 0.97 }];
  if (growth.shape === 'cleaned-up') {
    if (day % growth.periodDays !== growth.periodDays - 1) return [];
    const drawn = draws();
    return [{ atMs: midnightMs + drawn.below(dayMs), share: 0.3 + 0.4 * drawn.fraction() }];
  }
  const isNew = day > 0 && usual !== growthOn(growth, startMs, day - 1);
  return isNew ? [{ atMs: midnightMs, gbPerDay: usual }] : [];
};
