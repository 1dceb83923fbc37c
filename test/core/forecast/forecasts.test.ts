import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { ProjectHistory, ServiceHistory } from '../../../lib/core/forecast/project-history.ts';
import { generate } from '../growth-shapes.ts';

const days = Array.from({ length: 120 }, (_, day) => day);
const today = 119;
const toMb = (values: readonly number[]) => values.map((gb, day): [number, number] => [day, Math.round(gb * 1024)]);

const kept = (name: string, values: readonly number[], used: readonly number[] = []): ServiceHistory => ({
  name,
  lastDay: today,
  provisioned: toMb(values),
  used: toMb(used),
  measuredDay: null,
});

const of = (name: string, type = 'pg') => ({ project: 'shop', name, type, plan: 'startup-4', diskMb: 500 * 1024 });
const make = (services: readonly ServiceHistory[], asked: readonly ReturnType<typeof of>[]) =>
  makeForecasts({
    histories: new Map<string, ProjectHistory>([['shop', { days, services }]]),
    services: asked,
    planDiskMb: new Map([['pg/startup-4', 80 * 1024]]),
    today,
  });

const line = (slope: number) => days.map((day) => 100 + slope * day);
const sizes = days.map(() => 500);
const bursty = generate('bursty', 40, 120, 3).map((values, index) => kept(`bursty-${index}`, sizes, values));

describe('forecasts of an organization', () => {
  it('lay the band of a type around each of its services, and of no other type', () => {
    const steady = kept('steady', sizes, line(1));
    const names = bursty.map(({ name }) => name);
    const alone = make([steady], [of('steady')]).expect(of('steady'));
    const amongBursty = make([steady, ...bursty], [of('steady'), ...names.map((name) => of(name))]).expect(
      of('steady'),
    );
    const besideBursty = make([steady, ...bursty], [of('steady'), ...names.map((name) => of(name, 'kafka'))]);
    expect(amongBursty.used?.band).not.toEqual(alone.used?.band);
    expect(besideBursty.expect(of('steady')).used?.band).toEqual(alone.used?.band);
  });

  it('know which disks were resized since they were measured: none on the day of its measurement, or before its first', () => {
    const resizedOn = (day: number, measuredDay: number | null): ServiceHistory => ({
      ...kept('pg', []),
      provisioned: [
        [0, 81_920],
        [day, 92_160],
      ],
      measuredDay,
    });
    const isResized = (history: ServiceHistory) => make([history], [of('pg')]).isResized(of('pg'));
    expect(isResized(resizedOn(today, today - 1))).toBe(true);
    expect(isResized(resizedOn(today, today))).toBe(false);
    expect(isResized(resizedOn(today - 1, today))).toBe(false);
    expect(isResized(resizedOn(today, null))).toBe(false);
    expect(isResized({ ...resizedOn(today, 3), provisioned: [] })).toBe(false);
    expect(make([], []).isResized(of('unknown'))).toBe(false);
  });

  it('say of a runaway only what use of the last three days shows', () => {
    const measuredUntil = (day: number) => kept('pg', sizes, line(1).slice(0, day + 1));
    const runawayOf = (day: number) => make([measuredUntil(day)], [of('pg')]).runaway(of('pg'), 'standing');
    expect([runawayOf(today - 3), runawayOf(today - 4)]).toEqual([null, undefined]);
  });

  it('are the same whatever the order of services and histories', () => {
    const asked = bursty.map(({ name }) => of(name));
    const one = make(bursty, asked).of(of('bursty-7'), { kind: 'additional', gb: 900 });
    const other = make(bursty.toReversed(), asked.toReversed()).of(of('bursty-7'), { kind: 'additional', gb: 900 });
    expect(one).toEqual(other);
  });

  it('go by what is used where that is known', () => {
    const forecasts = make([kept('pg', sizes, line(1))], [of('pg')]);
    expect(forecasts.of(of('pg'), { kind: 'total', gb: 600 })).toMatchObject({ basis: 'used', slopeGbPerDay: 1 });
  });

  it('of a service without history are unknown, and say who reads its metrics', () => {
    expect(make([], [of('new')]).of(of('new'), null)).toEqual({
      kind: 'unknown',
      why: 'not measured yet',
    });
  });

  it('of a service whose metrics were read need more days', () => {
    const young = { ...kept('new', []), provisioned: [[today, 20 * 1024] as const], measuredDay: today };
    expect(make([young], [of('new')]).of(of('new'), null)).toEqual({
      kind: 'unknown',
      why: 'needs 13 more days of history',
    });
  });

  it('count the own disk of the plan into a maximum of additional storage, and not into a total', () => {
    const forecasts = make([], []);
    expect(forecasts.limitOf(of('pg'), { kind: 'additional', gb: 500 }).mb).toBe(580 * 1024);
    expect(forecasts.limitOf(of('pg'), { kind: 'total', gb: 600 }).mb).toBe(600 * 1024);
    expect(forecasts.limitOf({ ...of('pg'), plan: 'other' }, { kind: 'additional', gb: 500 }).mb).toBeNull();
    expect(forecasts.limitOf(of('pg'), { kind: 'total', gb: null }).mb).toBeNull();
  });
});
