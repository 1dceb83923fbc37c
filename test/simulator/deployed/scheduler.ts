import { nextStart, recurrenceOf, type Timetable } from '../../../lib/contract/schedule.ts';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import type { Faults } from '../engine/faults.ts';
import type { Draws } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';

/**
 * Time of the real start: some moment in the flexible window after the due time.
 * @param random in [0, 1)
 */
export const startedAt = ({ latenessMinutes }: Pick<Timetable, 'latenessMinutes'>, dueMs: number, random: number) =>
  dueMs + Math.floor(random * latenessMinutes * minuteMs);

interface Keeping {
  readonly time: SimulatedTime;
  /** Draws the moment in the flexible window. */
  readonly draws: Draws;
  readonly faults: Faults;
  /** When the schedule was created. */
  readonly startMs: number;
  /** From when on nothing is started. */
  readonly endMs: number;
  readonly start: (timetable: Timetable) => void;
}

/** Starts what a timetable says, as EventBridge Scheduler does: somewhere in the flexible window, at least once. */
export const keepTimetable = (timetable: Timetable, keeping: Keeping): void => {
  const { time, draws, faults, startMs, endMs, start } = keeping;
  const recurrence = recurrenceOf(timetable);
  const plan = (afterMs: number): void => {
    const dueMs = nextStart(recurrence, startMs, afterMs);
    if (dueMs >= endMs) return;
    time.at(dueMs, () => {
      plan(dueMs);
      time.at(startedAt(timetable, dueMs, draws.fraction()), () => {
        start(timetable);
        if (faults.strikes('run-beside')) start(timetable);
      });
    });
  };
  plan(startMs - 1);
};
