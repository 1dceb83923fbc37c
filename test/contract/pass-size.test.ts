import { describe, expect, it } from 'vitest';
import {
  discoveryMinutes,
  measurementsPerPass,
  mostProjectsWithinADay,
  passMinutes,
  projectsPerPass,
} from '../../lib/contract/pass-size.ts';

const settings = (callsPerMinute: number, reconcile = 'rate(1 hour)') => ({
  callsPerMinute,
  schedules: { reconcile, watch: 'rate(2 minutes)' },
});
const day = 1_440;

/** Minutes until a pass has read a new service: without an interval of looks, which would be sooner, and without the run. */
const afterReading = (projects: number, { schedules, ...asked }: ReturnType<typeof settings>) =>
  discoveryMinutes(projects, { ...asked, schedules: { ...schedules, watch: 'cron(0 6 * * ? *)' } }) - 5;

describe('the disks that a pass measures', () => {
  it('take a minute of its calls the first time, and are at least one', () => {
    const measured = (callsPerMinute: number) => measurementsPerPass({ callsPerMinute });
    expect([measured(100), measured(12), measured(1)]).toEqual([41, 4, 1]);
  });
});

describe('the promised age of readings', () => {
  it('is two intervals while a pass reads everything', () => {
    expect(afterReading(1_000, settings(100))).toBe(120);
    expect(afterReading(1_398, settings(100))).toBe(120);
  });

  it('grows by an interval with every further pass that the organization needs', () => {
    expect(afterReading(5_000, settings(100))).toBe(6 * 60);
    expect(afterReading(5_000, settings(1_000, 'rate(15 minutes)'))).toBe(45);
  });

  it('takes a day as the interval of a cron expression, which reads everything', () => {
    expect(projectsPerPass(settings(100, 'cron(0 6 * * ? *)'))).toBeUndefined();
    expect(passMinutes({ reconcile: 'cron(0 6 * * ? *)' })).toBe(day);
  });

  it('says how soon a new service is protected that no pipeline announces', () => {
    const minutes = (projects: number) => discoveryMinutes(projects, settings(100));
    expect([minutes(79), minutes(80), minutes(5_000)]).toEqual([12, 15, 251]);
  });

  it('is at most a day for the largest organization within a day, and more for the next one', () => {
    const most = mostProjectsWithinADay(settings(100));
    expect(most).toBe(25_737);
    expect(afterReading(most, settings(100))).toBe(day);
    expect(afterReading(most + 1, settings(100))).toBeGreaterThan(day);
    expect(mostProjectsWithinADay(settings(100, 'rate(1 day)'))).toBe(0);
  });
});
