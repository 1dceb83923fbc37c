import { describe, expect, it } from 'vitest';
import { OutOfTime, PlatformUnavailable } from '../../../lib/contract/errors.ts';
import { againAfter } from '../../../lib/contract/tasks/again.ts';

const outOfTime = new OutOfTime('no time', '2026-03-02T08:00:00.001Z');

describe('a task that has no time left', () => {
  it('is called again at the next whole second, because Step Functions cuts the rest off', () => {
    expect(againAfter(outOfTime)).toEqual({ at: '2026-03-02T08:00:01.000Z' });
    const whole = new OutOfTime('no time', '2026-03-02T08:00:00.000Z');
    expect(againAfter(whole)).toEqual({ at: '2026-03-02T08:00:00.000Z' });
  });

  it('gives up if that moment is too late for its run', () => {
    expect(() => againAfter(outOfTime, Date.parse('2026-03-02T08:00:00Z'))).toThrow(outOfTime);
    expect(againAfter(outOfTime, Date.parse('2026-03-02T08:01:00Z'))).toEqual({ at: '2026-03-02T08:00:01.000Z' });
  });

  it('is the only one: every other error ends the attempt', () => {
    const unavailable = new PlatformUnavailable('away', { method: 'GET', path: '/v1' });
    expect(() => againAfter(unavailable)).toThrow(unavailable);
  });
});
