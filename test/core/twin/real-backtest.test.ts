import { describe, expect, it } from 'vitest';
import { realBacktest } from './real-backtest.ts';

const mean = (shares: Iterable<number>): number => {
  const all = [...shares];
  return all.reduce((sum, share) => sum + share, 0) / all.length;
};

describe('a backtest of real growth', () => {
  it.each([30, 60])('has four of five outcomes within P10 and P90 from %i days of history', (days) => {
    const shares = realBacktest(days);
    expect([...shares.keys()]).toEqual([7, 14, 30, 60, 90]);
    expect(mean(shares.values())).toBeGreaterThan(0.75);
    expect(mean(shares.values())).toBeLessThan(0.85);
    for (const share of shares.values()) {
      expect(share).toBeGreaterThan(0.75);
      expect(share).toBeLessThan(0.88);
    }
  });
});
