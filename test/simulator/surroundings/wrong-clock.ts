import { dayMs, hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import type { Clock } from '../../../lib/ports.ts';
import type { Faults } from '../engine/faults.ts';
import type { Draws } from '../engine/random.ts';

/** Headroom's own clock, which may differ from the true time by up to three hours. */
interface WrongClock extends Clock {
  /** Moves the clock away from the true time by so many milliseconds, before a run begins. */
  readonly setSkew: (ms: number) => void;
  /** A moment at which the clock may jump, however far it was off before. */
  readonly mayJump: () => void;
  /** How far it was off at any moment from then on, now included. */
  readonly skewsSince: (ms: number) => readonly number[];
}

export const createWrongClock = (time: Clock, faults: Faults, draws: Draws): WrongClock => {
  let skewMs = 0;
  /** How far it was off until a moment, for the last moments. */
  let former: readonly { readonly skewMs: number; readonly untilMs: number }[] = [];
  const set = (ms: number, untilMs: number) => {
    if (ms === skewMs) return;
    former = [...former.filter(({ untilMs }) => untilMs > time.now() - dayMs), { skewMs, untilMs }];
    skewMs = ms;
  };
  const farMs = () => draws.between(1, (3 * hourMs) / minuteMs) * minuteMs;
  return {
    now: () => time.now() + skewMs,
    setSkew: (ms) => set(ms, time.now() - 1),
    skewsSince: (ms) => [skewMs, ...former.filter(({ untilMs }) => untilMs >= ms).map((one) => one.skewMs)],
    mayJump: () => {
      if (faults.strikes('clock-jumps-forward')) set(Math.max(0, skewMs) + farMs(), time.now());
      else if (faults.strikes('clock-jumps-back')) set(Math.min(0, skewMs) - farMs(), time.now());
    },
  };
};
