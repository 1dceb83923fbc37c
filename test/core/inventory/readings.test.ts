import { describe, expect, it } from 'vitest';
import { isOverdue, planReadings, readingsOld, readingsText } from '../../../lib/core/inventory/readings.ts';
import { hourMs } from '../../../lib/core/model/durations.ts';

const startedAt = '2026-03-02T09:00:00.000Z';
const at = (project: string, time: string) => ({ project, readAt: `2026-03-02T${time}:00.000Z` });
const input = (readings: readonly ReturnType<typeof at>[], promisedMinutes: number | null = 120) => ({
  readings,
  startedAt,
  promisedMinutes,
  notReadYet: 0,
});

describe('the readings of a plan', () => {
  it('are not mentioned when the run read every project itself', () => {
    expect(planReadings(input([at('a', '09:00'), at('b', '09:01')]))).toBeUndefined();
    expect(planReadings({ ...input([]), notReadYet: 3 })).toBeUndefined();
  });

  it('are counted, with the age of the oldest at the start of the run', () => {
    const seen = planReadings({ ...input([at('a', '09:01'), at('b', '07:30'), at('c', '08:00')]), notReadYet: 2 });
    expect(seen).toEqual({
      projects: 3,
      olderThanRun: 2,
      oldestMinutes: 90,
      oldestProject: 'b',
      promisedMinutes: 120,
      notReadYet: 2,
    });
    expect(seen && readingsText(seen)).toBe(
      '2 of 3 projects read before this run, the oldest (b) 90 minutes ago; promised: 2 hours; not read yet: 2',
    );
  });

  it('say when one is older than promised', () => {
    const seen = planReadings(input([at('b', '06:59')]));
    expect(seen && readingsText(seen)).toContain('promised: 2 hours, which it exceeds');
    const without = planReadings(input([at('b', '06:59')], null));
    expect(without && readingsText(without)).toBe('1 of 1 projects read before this run, the oldest (b) 2 hours ago');
  });

  it('give one finding past twice the bound, with the oldest, and none up to it', () => {
    expect(readingsOld(input([at('a', '05:00'), at('b', '09:01')]))).toEqual([]);
    const found = readingsOld(input([at('a', '04:59'), at('b', '03:00'), at('c', '08:00')]));
    expect(found).toMatchObject([{ code: 'readings-old', project: '', service: '' }]);
    expect(found[0]?.message).toMatch(
      /^2 readings are older than twice the promised 2 hours; .* project b, 6 hours old/,
    );
    expect(readingsOld(input([at('a', '04:59')], null))).toEqual([]);
  });

  it('are overdue only past twice the bound, and never without one', () => {
    expect([isOverdue(2 * hourMs, 60), isOverdue(2 * hourMs + 1, 60)]).toEqual([false, true]);
    expect(isOverdue(1_000 * hourMs, null)).toBe(false);
  });
});
