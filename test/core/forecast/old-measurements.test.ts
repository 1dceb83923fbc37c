import { expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import { at, snapshotWith } from '../one-service.ts';
import { aPolicy, planDiskMb, planOf } from '../organization.ts';

const today = 20_000;
const gb = 1024;

/** The warnings about a disk that grew by 2 GB a day until its last measurement, which came so many days ago. */
const warnings = (snapshot: Snapshot, daysAgo: number, { lastGb = 60, risesBy = 2 } = {}) => {
  const [service] = snapshot.services;
  const days = Array.from({ length: 40 }, (_, place) => today - 39 + place);
  const used = Array.from({ length: 20 }, (_, place): [number, number] => {
    return [today - daysAgo - 19 + place, (lastGb - risesBy * (19 - place)) * gb];
  });
  const history = { name: service?.name ?? '', lastDay: today, provisioned: [], used, measuredDay: today - daysAgo };
  const histories = new Map([[snapshot.project, { days, services: [history] }]]);
  const forecasts = makeForecasts({ histories, services: [], planDiskMb, today });
  const { findings } = planOf([snapshot], { forecasts, policy: aPolicy({ mode: 'observe' }) }).plan;
  return findings.filter(({ code }) => code === 'disk-fills-up');
};

const size = { diskMb: 80 * gb };
const withAutoscaler = snapshotWith([at('e1', 10)], ['e1'], size);
const without = snapshotWith([], [], size);

it.each([
  ['the maximum', withAutoscaler, 'disk-fills-up'],
  ['the end of a disk that cannot grow', without, 'disk-fills-up'],
])('a warning of %s is not over because its use was not measured for some days', (_, snapshot, code) => {
  const codesAfter = (days: number) => warnings(snapshot, days).map((finding) => finding.code);
  expect([0, 3, 4, 9].map(codesAfter)).toEqual([[code], [code], [code], [code]]);
  const [{ message = '' } = {}] = warnings(snapshot, 9);
  expect(message).toContain('9 days ago');
});

it('an old measurement of a disk that hardly grew gives no warning', () => {
  for (const snapshot of [withAutoscaler, without]) expect(warnings(snapshot, 9, { risesBy: 0.01 })).toEqual([]);
});
