import { describe, expect, it } from 'vitest';
import { type Measurement, medians } from '../../bench/measurement.ts';

const figure = (value: number, measure = 'time'): Measurement => ({
  benchmark: 'a pass',
  measure,
  value,
  unit: 's',
  limit: 2,
});

describe('the rounds of a benchmark', () => {
  it('give the median of each figure with the least and the largest value', () => {
    expect(medians([[figure(3)], [figure(1)], [figure(2)]])).toEqual([{ ...figure(2), spread: [1, 3] }]);
  });

  it('give a figure that is the same in all of them without a spread', () => {
    expect(medians([[figure(4, 'calls')], [figure(4, 'calls')]])).toEqual([figure(4, 'calls')]);
  });

  it('give the figures of a single round as they are', () => {
    const alone = { ...figure(2), spread: [1, 3] as const };
    expect(medians([[alone]])).toEqual([alone]);
  });

  it('are refused if one of them has other figures, or if there is none', () => {
    expect(() => medians([[figure(1)], [figure(1, 'calls')]])).toThrow("not every round has the figure 'time'");
    expect(() => medians([[figure(1)], []])).toThrow("not every round has the figure 'time'");
    expect(() => medians([])).toThrow('no round was measured');
  });
});
