import { expect, it } from 'vitest';
import { type GrowthPicture, growthLegend, growthPicture } from '../../../lib/dashboard/pictures/growth.ts';

const picture = (thresholdPercent: number | null): GrowthPicture => ({
  ...{
    name: 'shop/orders',
    today: 5,
    used: [{ day: 1, gb: 10 }],
    provisioned: [{ day: 1, gb: 80 }],
    ahead: [],
    limit: [],
  },
  thresholdPercent,
});

it.each([
  [85, null],
  [null, 85],
])('the legend of several pictures explains an area that one of them has: %j, %j', (...thresholds) => {
  const legend = String(growthLegend(thresholds.map(picture)));
  expect(legend.split('the autoscaler enlarges it')).toHaveLength(2);
  expect(legend.split('provisioned disk')).toHaveLength(2);
});

it('the line of today stands on this day, also where the forecast begins at an older measurement', () => {
  const ahead = [1, 9].map((day) => ({ day, gb: 10, lowerGb: 10, upperGb: 10 }));
  const shown = String(growthPicture({ ...picture(85), ahead, marks: [{ day: 5, cause: 'grant', text: 'more' }] }));
  const [, mark] = /class="mark">.*?x1="([\d.]+)"/.exec(shown) ?? [];
  const [, today] = /class="today" x1="([\d.]+)"/.exec(shown) ?? [];
  expect(mark).toBeDefined();
  expect(today).toBe(mark);
});
