import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  discoveryMinutes,
  looksOf,
  mostProjectsWithinADay,
  passMinutes,
  projectsPerPass,
  readingBound,
} from '../../lib/contract/pass-size.ts';

const settings = (callsPerMinute: number, reconcile = 'rate(1 hour)') => ({
  callsPerMinute,
  tokens: 1,
  schedules: { reconcile },
});
const day = 1_440;

describe('the promised age of readings', () => {
  it('is two intervals while a pass reads everything', () => {
    expect(readingBound(1_000, settings(100))).toEqual({ minutes: 120, remedy: null });
    expect(readingBound(1_398, settings(100))).toEqual({ minutes: 120, remedy: null });
  });

  it('grows by an interval with every further pass that the organization needs', () => {
    expect(readingBound(5_000, settings(100)).minutes).toBe(6 * 60);
    expect(readingBound(5_000, settings(1_000, 'rate(15 minutes)')).minutes).toBe(45);
  });

  it('takes a day as the interval of a cron expression, which reads everything', () => {
    expect(projectsPerPass(settings(100, 'cron(0 6 * * ? *)'))).toBeUndefined();
    expect(passMinutes({ reconcile: 'cron(0 6 * * ? *)' })).toBe(day);
  });

  it('says how soon a new service is protected that no pipeline announces', () => {
    const minutes = (projects: number) =>
      discoveryMinutes(projects, {
        callsPerMinute: 100,
        tokens: 1,
        schedules: { reconcile: 'rate(1 hour)', watch: 'rate(2 minutes)' },
      });
    expect([minutes(79), minutes(80), minutes(5_000)]).toEqual([3 + 5, 120 + 5, 360 + 5]);
  });

  it('is that of the calls of all tokens together, and names what each of them needs', () => {
    const two = (calls: number) => ({ ...settings(calls), tokens: 2 });
    expect(readingBound(5_000, two(50))).toEqual(readingBound(5_000, settings(100)));
    expect(mostProjectsWithinADay(two(50))).toBe(mostProjectsWithinADay(settings(100)));
    expect(readingBound(50_000, two(10)).remedy).toBe('set callsPerMinute to 98 or more');
    expect(looksOf({ ...two(50), schedules: { watch: 'rate(2 minutes)' } })?.projects).toBe(79);
  });

  it('names the setting to change when it is more than a day', () => {
    expect(readingBound(50_000, settings(20)).remedy).toBe('set callsPerMinute to 196 or more');
    expect(readingBound(10, settings(100, 'rate(1 day)')).remedy).toContain('schedules.reconcile');
  });

  it('is at most a day with the calls that it names', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 12, max: 10_000 }),
        fc.constantFrom('rate(15 minutes)', 'rate(1 hour)', 'rate(6 hours)', 'rate(12 hours)'),
        (projects, calls, reconcile) => {
          const { minutes, remedy } = readingBound(projects, settings(calls, reconcile));
          expect(remedy === null).toBe(minutes <= day);
          const needed = Number(/callsPerMinute to (\d+)/.exec(remedy ?? '')?.[1] ?? calls);
          expect(readingBound(projects, settings(needed, reconcile)).minutes).toBeLessThanOrEqual(day);
        },
      ),
    );
  });

  it('is at most a day for the largest organization within a day, and more for the next one', () => {
    const most = mostProjectsWithinADay(settings(100));
    expect(most).toBe(25_737);
    expect(readingBound(most, settings(100)).minutes).toBe(day);
    expect(readingBound(most + 1, settings(100)).minutes).toBeGreaterThan(day);
    expect(mostProjectsWithinADay(settings(100, 'rate(1 day)'))).toBe(0);
  });
});
