import { expect, it } from 'vitest';
import { type Curve, curvesPicture } from '../../../lib/dashboard/pictures/curves.ts';

const curveOf = (days: number, most: number): Curve => ({
  className: 'used',
  label: 'cost',
  points: Array.from({ length: days }, (_, at) => ({ day: at + 1, value: most })),
});

const pictureOf = (curves: readonly Curve[], unit: string, all = curves): string =>
  String(curvesPicture({ title: 'cost', unit, curves, levels: [], today: null, isCounted: true }, 'small', all));

/** Wider than a letter of these labels. */
const letterWidth = 7;

it.each([
  [30, 6, ''],
  [90, 1_500, 'GB'],
  [365, 1_234_567, 'USD'],
])('all labels of %d days and up to %d %s stand within the picture', (days, most, unit) => {
  const picture = pictureOf([curveOf(days, most)], unit);
  const width = Number(/viewBox="0 0 (\d+)/.exec(picture)?.[1]);
  const labels = [...picture.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="(\w+)">([^<]+)</g)];
  expect(labels.length).toBeGreaterThan(4);
  for (const [, x, anchor, text = ''] of labels) {
    const long = text.trim().length * letterWidth;
    expect(Number(x) - (anchor === 'end' ? long : long / 2), text).toBeGreaterThanOrEqual(0);
    expect(Number(x) + (anchor === 'end' ? 0 : long / 2), text).toBeLessThanOrEqual(width);
  }
});

it('counted days are named by their numbers, each once', () => {
  const days = (count: number) =>
    [...pictureOf([curveOf(count, 5)], '').matchAll(/>day ([\d.]+)</g)].map(([, day]) => day);
  expect(days(90)).toEqual(['20', '40', '60', '80']);
  expect(new Set(days(2)).size).toBe(days(2).length);
});

it('pictures on the same scale draw the same value at the same height', () => {
  const [low, high] = [curveOf(30, 5), curveOf(30, 500)];
  const lineOf = (picture: string) => /class="line used" d="([^"]+)"/.exec(picture)?.[1];
  expect(lineOf(pictureOf([low], ''))).toBe(lineOf(pictureOf([high], '')));
  expect(lineOf(pictureOf([low], '', [low, high]))).not.toBe(lineOf(pictureOf([high], '', [low, high])));
});
