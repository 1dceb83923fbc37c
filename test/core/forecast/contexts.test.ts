import { expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';
import { at, snapshotWith } from '../one-service.ts';
import { planDiskMb, planOf } from '../organization.ts';

const forecasts = makeForecasts({ histories: new Map(), services: [], planDiskMb, today: 20_000 });

/** Services of the plan with a forecast; without a history each is unknown. */
const forecastIn = (snapshot: Snapshot) => planOf([snapshot], { forecasts }).plan.forecast?.unknown;
const held = (more: Partial<Service> = {}) => snapshotWith([at('e1', 100)], ['e1'], more);

it.each([
  ['has one for a service with one autoscaler of Headroom', held(), 1],
  ['has none for a service that its tag exempts', held({ tags: { 'disk-autoscaler-exempt': '2031-01-01' } }), 0],
  ['has none for a service without an autoscaler', snapshotWith([], []), 0],
  ['has none for a service with two', snapshotWith([at('e1', 100), at('e2', 100)], ['e1', 'e2']), 0],
])('the forecast of a plan %s', (_, snapshot, expected) => {
  expect(forecastIn(snapshot)).toBe(expected);
});

it.each([
  ['a disk without a forecast counts', held(), { known: 0, disks: 1 }],
  ['a disk without an autoscaler counts too', snapshotWith([], []), { known: 0, disks: 1 }],
  ['an unknown size is a disk without a forecast', held({ diskMb: null }), { known: 0, disks: 1 }],
  ['a service without a disk does not count', held({ diskMb: 0 }), { known: 0, disks: 0 }],
])('the coverage of the forecast of a plan: %s', (_, snapshot, expected) => {
  expect(planOf([snapshot], { forecasts }).plan.forecast?.coverage).toEqual(expected);
});

it('the coverage of the forecast of a plan counts a disk that was measured for 14 days as known', () => {
  const days = Array.from({ length: 20 }, (_, ago) => 19_981 + ago);
  const snapshot = snapshotWith([], []);
  const [service] = snapshot.services;
  const used = days.map((day): [number, number] => [day, 1024 * (day - 19_900)]);
  const history = { name: service?.name ?? '', lastDay: 20_000, provisioned: [], used, measuredDay: 20_000 };
  const histories = new Map([[snapshot.project, { days, services: [history] }]]);
  const measured = makeForecasts({ histories, services: [], planDiskMb, today: 20_000 });
  expect(planOf([snapshot], { forecasts: measured }).plan.forecast?.coverage).toEqual({ known: 1, disks: 1 });
});
