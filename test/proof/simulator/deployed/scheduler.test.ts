import { describe, expect, it } from 'vitest';
import { timetablesOf } from '../../../../lib/contract/schedule.ts';
import { parseSettings } from '../../../../lib/contract/settings.ts';
import { keepTimetable } from '../../../simulator/deployed/scheduler.ts';
import { createFaults, type FaultRates } from '../../../simulator/engine/faults.ts';
import { drawsOf } from '../../../simulator/engine/random.ts';
import { createTime } from '../../../simulator/engine/time.ts';

const startMs = Date.parse('2026-03-02T08:00:00Z');
const hourMs = 3_600_000;
const timetables = timetablesOf(parseSettings({ baseUrl: 'https://api.example.com', organization: 'org' }));

/** Starts of each schedule in two days, as hours since the beginning. */
const startsOf = async (rates: FaultRates = {}) => {
  const time = createTime(startMs);
  const starts: Record<string, number[]> = { Reconcile: [], Budget: [], Watch: [] };
  const faults = createFaults(1, () => 0, rates);
  for (const timetable of timetables) {
    const draws = drawsOf(1, timetable.name);
    const start = () => void starts[timetable.name]?.push((time.now() - startMs) / hourMs);
    keepTimetable(timetable, { time, draws, faults, startMs, endMs: startMs + 48 * hourMs, start });
  }
  await time.runTo(startMs + 60 * hourMs);
  return starts;
};

describe('the scheduler', () => {
  it('starts a pass every hour, somewhere in its flexible window, and ends with the simulation', async () => {
    const { Reconcile = [], Watch = [] } = await startsOf();
    expect(Reconcile).toHaveLength(48);
    const lateness = Reconcile.map((hours, place) => (hours - place) * 60);
    expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...lateness)).toBeLessThan(10);
    expect(new Set(lateness).size).toBeGreaterThan(40);
    expect(Watch).toHaveLength(48 * 30);
  });

  it('starts the daily pass at its time of day', async () => {
    const { Budget = [] } = await startsOf();
    expect(Budget.map(Math.floor)).toEqual([22, 46]);
  });

  it('now and then starts the same thing twice', async () => {
    const { Budget = [] } = await startsOf({ 'run-beside': 1 });
    expect(Budget).toHaveLength(4);
  });
});
