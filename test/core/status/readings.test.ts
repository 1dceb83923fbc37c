import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../lib/core/model/durations.ts';
import { judgeReadings, type ReadingFacts } from '../../../lib/core/status/readings.ts';

const facts = (given: Partial<ReadingFacts> = {}, hours = 1): ReadingFacts => ({
  projects: 3,
  oldest: { project: 'shop', msAgo: hours * hourMs },
  promisedMinutes: 120,
  newServiceMinutes: 8,
  neverRead: [],
  troubled: [],
  ...given,
});

describe('the readings', () => {
  it('are ok up to the promised age, which the line shows', () => {
    expect(judgeReadings(facts({}, 2))).toEqual({
      subject: 'readings',
      verdict: 'ok',
      says: '3 projects; the oldest is 2 hours old (shop); promised: 2 hours; a new service gets its autoscaler within 8 minutes',
      figures: { projects: 3, oldestMinutes: 120, promisedMinutes: 120, newServiceMinutes: 8 },
      remedy: '',
    });
  });

  it('need attention past the promised age, and are a problem past twice that', () => {
    const remedy = 'headroom runbook readings-overdue';
    expect(judgeReadings(facts({}, 2.01))).toMatchObject({ verdict: 'attention', remedy });
    expect(judgeReadings(facts({}, 4))).toMatchObject({ verdict: 'attention', remedy });
    expect(judgeReadings(facts({}, 4.01))).toMatchObject({ verdict: 'problem', remedy });
  });

  it('have only an age where no schedule promises one, and a project that was never read needs attention there too', () => {
    const unpromised = { promisedMinutes: null, newServiceMinutes: null };
    expect(judgeReadings(facts(unpromised, 1_000))).toMatchObject({
      verdict: 'ok',
      says: '3 projects; the oldest is 41 days old (shop)',
    });
    expect(judgeReadings(facts({ ...unpromised, neverRead: ['pay'] }))).toMatchObject({
      verdict: 'attention',
      says: expect.stringContaining('; 1 never read: pay'),
      remedy: 'headroom runbook projects-unread',
    });
  });

  it('name the projects that were never read, at most three', () => {
    const line = judgeReadings(facts({ neverRead: ['a', 'b', 'c', 'd'] }));
    expect(line).toMatchObject({
      verdict: 'attention',
      says: expect.stringContaining('4 never read: a, b, c and 1 more'),
    });
  });

  it('name the projects whose last attempt failed, with the error', () => {
    const line = judgeReadings(facts({ troubled: [{ project: 'pay', error: 'PlatformForbidden' }] }));
    expect(line).toMatchObject({
      verdict: 'attention',
      says: expect.stringContaining('1 failed last time: pay (PlatformForbidden)'),
      remedy: 'headroom runbook projects-unread',
    });
  });

  it('name the setting to change when even the promise is more than a day', () => {
    expect(judgeReadings(facts({ promisedMinutes: 1_500 }), 60).remedy).toContain('callsPerMinute');
    expect(judgeReadings(facts({ promisedMinutes: 2_880 }), 1_440).remedy).toContain('schedules.reconcile');
    expect(judgeReadings(facts({ promisedMinutes: 1_440 }), 60).verdict).toBe('ok');
  });

  it('do not exist before the first run', () => {
    expect(judgeReadings(null)).toMatchObject({ verdict: 'ok', says: 'none yet; the next run reads every project' });
  });
});
