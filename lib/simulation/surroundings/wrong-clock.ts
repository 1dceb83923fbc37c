import { hourMs, minuteMs } from '../../core/model/durations.ts';
import type { Clock } from '../../ports.ts';
import type { Faults } from '../engine/faults.ts';
import type { Draws } from '../engine/random.ts';

/** Headroom's own clock, which may differ from the true time by up to three hours. */
export interface WrongClock extends Clock {
  /** Moves the clock away from the true time by so many milliseconds. */
  readonly setSkew: (ms: number) => void;
  /** A moment at which the clock may jump, however far it was off before. */
  readonly mayJump: () => void;
}

export const createWrongClock = (time: Clock, faults: Faults, draws: Draws): WrongClock => {
  let skewMs = 0;
  const farMs = () => draws.between(1, (3 * hourMs) / minuteMs) * minuteMs;
  return {
    now: () => time.now() + skewMs,
    setSkew: (ms) => {
      skewMs = ms;
    },
    mayJump: () => {
      if (faults.strikes('clock-jumps-forward')) skewMs = Math.max(0, skewMs) + farMs();
      else if (faults.strikes('clock-jumps-back')) skewMs = Math.min(0, skewMs) - farMs();
    },
  };
};
