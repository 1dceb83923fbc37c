import { describe, expect, it } from 'vitest';
import { simulatedAmount } from '../../../lib/core/budget/simulation.ts';

describe('a simulated amount', () => {
  it.each([
    ['1500.00', '650.00', '1500.00'],
    ['+10%', '650.00', '715.00'],
    ['-2.5%', '650.00', '633.75'],
    ['+0.01%', '0.01', '0.010001'],
    ['-100%', '650.00', '0.00'],
  ])('%s of %s is %s, exactly', (text, monthly, expected) => {
    expect(simulatedAmount(text, monthly)).toBe(expected);
  });

  it.each(['much', '10%', '+10', '-101%', '+1.005%', ''])('is not %j', (text) => {
    expect(simulatedAmount(text, '650.00')).toBeUndefined();
  });
});
