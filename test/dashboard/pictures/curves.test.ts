import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Curve, curvesPicture } from '../../../lib/dashboard/pictures/curves.ts';

const curveOf = (days: number, most: number): Curve => ({
  className: 'used',
  label: 'cost',
  points: Array.from({ length: days }, (_, at) => ({ day: at + 1, value: most })),
});

const pictureOf = (curves: readonly Curve[], unit: string, all = curves): string =>
  String(curvesPicture({ title: 'cost', unit, curves, today: null, isCounted: true }, 'small', all));

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

/** Where the areas and the marks of a picture are drawn, and the ends of its scales. */
const drawnIn = (picture: string) => {
  const pairs = (text: string) =>
    [...text.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const areas = [...picture.matchAll(/class="band[^"]*" d="([^"]+)"/g)].flatMap(([, path = '']) => pairs(path));
  const circles = picture.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g);
  const marks = [...circles].map(([, x, y]) => [Number(x), Number(y)]);
  const [, left, right] = /class="grid" x1="([\d.]+)" x2="([\d.]+)"/.exec(picture) ?? [];
  const rows = [...picture.matchAll(/class="grid"[^>]* y1="([\d.]+)"/g)].map(([, y]) => Number(y));
  return { areas, marks, ends: [Number(left), Number(right), Math.min(...rows), Math.max(...rows)] };
};

it('areas and marks lie within the scales, whatever lies beyond them', () => {
  const days = fc.integer({ min: 20_000, max: 20_120 });
  const gb = fc.integer({ min: 0, max: 1e9 });
  const points = fc.array(fc.record({ day: days, value: gb }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(points, fc.array(days, { maxLength: 5 }), gb, (unsorted, marked, limitGb) => {
      const sorted = unsorted.toSorted((a, b) => a.day - b.day);
      const range = sorted.map(({ day, value }) => ({ day, lower: value, upper: value * 1000 }));
      const limit = sorted.map(({ day }) => ({ day, value: limitGb }));
      const curves: readonly Curve[] = [
        { className: 'used', label: 'use', points: sorted, band: { label: 'its range', points: range } },
        { className: 'maximum', label: 'largest disk', points: limit, isLimit: true, isStepped: true },
      ];
      const marks = marked.map((day) => ({ day, cause: 'grant' as const, text: 'more' }));
      const picture = curvesPicture({ title: 'growth', unit: 'GB', curves, marks, today: 20_060 }, 'small');
      const drawn = drawnIn(String(picture));
      const [left = 0, right = 0, top = 0, bottom = 0] = drawn.ends;
      expect(drawn.marks).toHaveLength(new Set(marked).size);
      expect(drawn.areas.length).toBeGreaterThan(2);
      for (const [x = -1, y = -1] of [...drawn.areas, ...drawn.marks]) {
        expect(x).toBeGreaterThanOrEqual(left);
        expect(x).toBeLessThanOrEqual(right);
        expect(y).toBeGreaterThanOrEqual(top);
        expect(y).toBeLessThanOrEqual(bottom);
      }
    }),
  );
});

it('days that are dates are named by their month and day, within those that are drawn', () => {
  const [first, many] = [Date.UTC(2030, 2, 20) / 86_400_000, 30];
  const points = Array.from({ length: many }, (_, at) => ({ day: first + at, value: 5 }));
  const curves = [{ className: 'used', label: 'use', points }];
  const picture = String(curvesPicture({ title: 'growth', unit: 'GB', curves, today: null }, 'small'));
  const named = [...picture.matchAll(/>(\d\d-\d\d)</g)].map(([, day = '']) => day);
  expect(named.length).toBeGreaterThan(2);
  expect([...named].sort()).toEqual(named);
  for (const day of named) expect(day >= '03-20' && day <= '04-18', day).toBe(true);
});
