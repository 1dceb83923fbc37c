import { expect, it } from 'vitest';
import { type GrowthPicture, growthLegend } from '../../../lib/dashboard/pictures/growth.ts';

const picture = (thresholdPercent: number | null): GrowthPicture => ({
  ...{ name: 'shop/orders', used: [{ day: 1, gb: 10 }], provisioned: [{ day: 1, gb: 80 }], ahead: [], limit: [] },
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
