import { expect, it } from 'vitest';
import { simulationCurve } from '../../../lib/dashboard/pictures/simulation-curves.ts';

const curveOf = (days: number, most: number): string => {
  const range = { p10: 0, p50: most / 2, p90: most };
  return String(simulationCurve({ name: 'cost', days: Array.from({ length: days }, () => range) }, most));
};

/** Wider than a letter of these labels. */
const letterWidth = 7;

it.each([
  [30, 6],
  [90, 1_500],
  [365, 1_234_567],
])('all labels of %d days and up to %d stand within the picture', (days, most) => {
  const curve = curveOf(days, most);
  const width = Number(/viewBox="0 0 (\d+)/.exec(curve)?.[1]);
  const labels = [...curve.matchAll(/<text class="tick" x="([\d.]+)"[^>]*text-anchor="(\w+)">([^<]+)</g)];
  expect(labels.length).toBeGreaterThan(4);
  for (const [, x, anchor, text = ''] of labels) {
    const long = text.length * letterWidth;
    expect(Number(x) - (anchor === 'end' ? long : long / 2), text).toBeGreaterThanOrEqual(0);
    expect(Number(x) + (anchor === 'end' ? 0 : long / 2), text).toBeLessThanOrEqual(width);
  }
});
