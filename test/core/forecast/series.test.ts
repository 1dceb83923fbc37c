import { expect, it } from 'vitest';
import { growthOf } from '../../../lib/core/forecast/growth.ts';
import { pastErrors } from '../../../lib/core/forecast/growth-band.ts';
import { provisionedSamples, type ServiceHistory, usedSamples } from '../../../lib/core/forecast/project-history.ts';
import { serviceSeries } from '../../../lib/core/forecast/series.ts';

const days = Array.from({ length: 90 }, (_, at) => 20_000 + at);
const history: ServiceHistory = {
  name: 'orders',
  lastDay: 20_089,
  provisioned: days.filter((day) => day % 10 === 0).map((day) => [day, 80_000 + (day - 20_000) * 900]),
  used: days.map((day) => [day, 40_000 + (day - 20_000) * 700 + (day % 7) * 300]),
  measuredDay: 20_089,
};

it('says of a history what its samples say', () => {
  const { provisioned, used } = serviceSeries(days, history);
  for (const [series, samples] of [
    [provisioned, provisionedSamples(days, history)],
    [used, usedSamples(days, history)],
  ] as const) {
    expect(series.summary().days).toBe(samples.length);
    expect(series.summary().last).toEqual(samples.at(-1));
    expect(series.summary().growth).toEqual(growthOf(samples));
    expect(series.pastErrors()).toEqual(pastErrors(samples));
  }
});

it('works out the growth of the same history once', () => {
  const { used } = serviceSeries(days, history);
  expect(serviceSeries(days, history).used.summary().growth).toBe(used.summary().growth);
});

it('works out the growth of the use anew only when it was measured', () => {
  const { used } = serviceSeries(days, history);
  const nextDay = serviceSeries([...days, 20_090], { ...history, lastDay: 20_090 });
  expect(nextDay.used.summary().growth).toBe(used.summary().growth);
  expect(nextDay.provisioned.summary().days).toBe(days.length + 1);
});

it('counts the days of the project on which the disk was listed', () => {
  const before = serviceSeries(days, history).provisioned.summary().days;
  expect(serviceSeries(days.slice(0, 60), history).provisioned.summary().days).toBe(before - 30);
});

it('has no growth without samples', () => {
  const { used } = serviceSeries(days, { ...history, used: [] });
  expect(used.summary()).toEqual({ days: 0, last: null, growth: null, recent: null });
  expect(used.pastErrors()).toEqual([]);
});
