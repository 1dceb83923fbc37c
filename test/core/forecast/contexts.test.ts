import { expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';
import { at, world } from '../one-service.ts';
import { planDiskMb, planOf } from '../organization.ts';

const forecasts = makeForecasts({ histories: new Map(), services: [], planDiskMb, today: 20_000 });

/** Services of the plan with a forecast; without a history each is unknown. */
const forecastIn = (snapshot: Snapshot) => planOf([snapshot], { forecasts }).plan.forecast?.unknown;
const held = (more: Partial<Service> = {}) => world([at('e1', 100)], ['e1'], more);

it.each([
  ['has one for a service with one autoscaler of Headroom', held(), 1],
  ['has none for a service that its tag exempts', held({ tags: { 'disk-autoscaler-exempt': '2031-01-01' } }), 0],
  ['has none for a service without an autoscaler', world([], []), 0],
  ['has none for a service with two', world([at('e1', 100), at('e2', 100)], ['e1', 'e2']), 0],
])('the forecast of a plan %s', (_, snapshot, expected) => {
  expect(forecastIn(snapshot)).toBe(expected);
});
