import { describe, expect, it } from 'vitest';
import { dueMeasurements, serviceMaximums } from '../../../lib/core/forecast/due.ts';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { ServiceHistory } from '../../../lib/core/forecast/project-history.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';

const gb = (many: number) => many * 1024;
const today = 59;
const days = Array.from({ length: today + 1 }, (_, day) => day);

const service = (name: string, diskGb: number, endpointId = name): Service => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'aws',
  state: 'RUNNING',
  diskMb: gb(diskGb),
  tags: {},
  integrations: [{ id: `i-${name}`, endpointId }],
});

/** Ended at `gbNow`, growing by so many GB a day. */
const grew = (name: string, gbNow: number, slope: number) => ({
  name,
  lastDay: today,
  provisioned: days.map((day): [number, number] => [day, gb(gbNow - slope * (today - day))]),
  used: [],
  measuredDay: null,
});

const services = [
  service('full', 300),
  service('close', 290),
  service('fast', 200),
  service('far', 100),
  service('free', 100, 'none'),
];
const snapshot: Snapshot = {
  project: 'shop',
  tags: {},
  services,
  endpoints: ['full', 'close', 'fast', 'far'].map((id) => ({ id, name: id, maximum: { kind: 'additional', gb: 220 } })),
};
/** The disks that are due, of those with this history. */
const dueOf = (histories: readonly ServiceHistory[], on = today) => {
  const held = serviceMaximums([snapshot]).filter(({ name }) => histories.some((history) => history.name === name));
  const forecasts = makeForecasts({
    histories: new Map([['shop', { days, services: histories }]]),
    services: held,
    planDiskMb: new Map([['pg/startup-4', gb(80)]]),
    today: on,
  });
  return dueMeasurements(held, forecasts, on).map(({ name }) => name);
};

/** Measured so many days ago, with so many GB a day since a month before. */
const measured = (name: string, ago: number, slope: number): ServiceHistory => {
  const until = today - ago;
  const history = grew(name, 290, 0);
  const used = days
    .filter((day) => day <= until)
    .map((day): [number, number] => [day, gb(200 - slope * (until - day))]);
  return { ...history, provisioned: [[0, gb(290)]], used, measuredDay: until };
};

describe('the measurement of a disk', () => {
  it('is due where it was never measured, after the disks that are full within a week', () => {
    // 100 GB are left: 5 days, and a month.
    expect(dueOf([grew('far', 100, 0), measured('close', 2, 1), measured('fast', 1, 20)])).toEqual(['fast', 'far']);
  });

  it('is due again after a quarter of the days left, at least every third day, and never twice a day', () => {
    const dueAfter = (slope: number) => [0, 1, 2, 3].filter((ago) => dueOf([measured('fast', ago, slope)]).length > 0);
    expect([20, 6, 0.1].map(dueAfter)).toEqual([[1, 2, 3], [2, 3], [3]]);
  });

  it('is due where the disk grew since, or its days are unknown', () => {
    const resized = { ...measured('close', 1, 0.1), provisioned: [[today, gb(290)]] as const };
    expect(dueOf([resized])).toEqual(['close']);
    expect(dueOf([{ ...measured('close', 1, 0.1), used: [] }])).toEqual(['close']);
  });

  it('have the maximum of the endpoint that their integration leads to', () => {
    const held = serviceMaximums([snapshot]).map(({ name, maximum }) => [name, maximum?.gb ?? null]);
    expect(held).toEqual([
      ['full', 220],
      ['close', 220],
      ['fast', 220],
      ['far', 220],
      ['free', null],
    ]);
  });
});
