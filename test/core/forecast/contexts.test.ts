import { expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';
import { at, snapshotWith } from '../one-service.ts';
import { aPolicy, enableAll, planDiskMb, planOf } from '../organization.ts';

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

/** A disk of 90 GB that grows by 1 GB a day, under a rule of so many GB in place of the 500 GB that its endpoint has. */
const lowered = (toGb: number) => {
  const snapshot = snapshotWith([at('e1', 500)], ['e1'], { diskMb: 90 * 1024 });
  const days = Array.from({ length: 60 }, (_, ago) => 19_941 + ago);
  const used = days.map((day): [number, number] => [day, 1024 * (day - 19_925)]);
  const history = { name: 'orders', lastDay: 20_000, provisioned: [], used, measuredDay: 20_000 };
  const histories = new Map([[snapshot.project, { days, services: [history] }]]);
  const measured = makeForecasts({ histories, services: [], planDiskMb, today: 20_000 });
  const warnings = { urgentDays: 7 };
  const { plan } = planOf([snapshot], {
    policy: aPolicy({ rules: [enableAll(toGb)], warnings }),
    forecasts: measured,
  });
  return { messages: plan.findings.map(({ message }) => message), listed: plan.forecast?.services };
};

it('a plan that lowers a maximum says when the disk is full under the lower one, before the write', () => {
  const { messages, listed } = lowered(15);
  expect(messages).toEqual([
    expect.stringMatching(
      /will be full in 20 \(11–23\) days\. It can grow to 95 GB, the limit of its maximum\. Raise its maximum \(headroom grant shop-prod\/orders \d+/,
    ),
  ]);
  expect(listed).toMatchObject([{ maximum: { kind: 'additional', gb: 15 } }]);
});

it('a plan that lowers a maximum to the present disk says so, because nothing is left to grow', () => {
  expect(lowered(10).messages).toEqual([
    expect.stringMatching(/will be full in 15 \(8–17\) days\. It can grow to 90 GB, the limit of its maximum\./),
  ]);
});

it('a plan that lowers a maximum far enough above the use of the disk warns of nothing', () => {
  const { messages, listed } = lowered(400);
  expect(messages).toEqual([]);
  expect(listed).toMatchObject([{ maximum: { kind: 'additional', gb: 400 } }]);
});
