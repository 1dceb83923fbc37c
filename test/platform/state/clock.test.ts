import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../../lib/platform/state/clock.ts';

describe('the virtual clock', () => {
  const at = (speed: number) => {
    let realMs = 5000.25;
    const clock = virtualClock(1_000_000, speed, () => realMs);
    return {
      clock,
      pass: (ms: number) => {
        realMs += ms;
      },
    };
  };

  it('passes at its speed from the start time on, in whole milliseconds', () => {
    const { clock, pass } = at(60);
    expect(clock.nowMs()).toBe(1_000_000);
    pass(100.5);
    expect(clock.nowMs()).toBe(1_006_030);
  });

  it('never goes back', () => {
    const { clock } = at(0);
    for (const seconds of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => clock.advance(seconds)).toThrow(RangeError);
    }
    expect(clock.nowMs()).toBe(1_000_000);
  });

  it('stands still at speed 0, until it is moved', () => {
    const { clock, pass } = at(0);
    pass(1e9);
    expect(clock.nowMs()).toBe(1_000_000);
    clock.advance(30);
    expect(clock.nowMs()).toBe(1_030_000);
  });
});
