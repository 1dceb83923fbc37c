import { describe, expect, it } from 'vitest';
import { countRooms, type FleetSubject, fleetDisks } from '../../../lib/core/disk/fleet-disks.ts';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { ServiceHistory } from '../../../lib/core/forecast/project-history.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import { indexActual } from '../../../lib/core/service/actual.ts';
import type { AlertFacts } from '../../../lib/core/service/disk-alert.ts';
import { planSizesIn } from '../../../lib/core/service/floor.ts';
import { integrationWith } from '../one-service.ts';
import { additional, anEndpoint, aService, aSnapshot, planDiskMb } from '../organization.ts';

const gb = 1024;
const today = 22_080;
/** The plan `startup-4` has 80 GB of its own and allows 400 GB. */
const planCapMb = new Map([['pg/startup-4', 400 * gb]]);

interface Disk {
  readonly name: string;
  readonly sizeGb?: number | null;
  /** GB at the last measurement; absent: never measured. */
  readonly usedGb?: number;
  readonly perDay?: number;
  /** Days since the last measurement. */
  readonly age?: number;
  /** Maximum of its autoscaler; absent: it has none. */
  readonly maximumGb?: number | null;
  readonly alert?: AlertFacts;
  readonly service?: Partial<Service>;
}

const active: AlertFacts = { kind: 'active', isCritical: false, minutes: 1 };
const days = Array.from({ length: 40 }, (_, place) => today - 39 + place);

const historyOf = ({ name, sizeGb = 400, usedGb, perDay = 0, age = 0 }: Disk): ServiceHistory[] => {
  if (usedGb === undefined) return [];
  const last = today - age;
  const used = days.filter((day) => day <= last);
  return [
    {
      name,
      lastDay: today,
      provisioned: [[today - 39, (sizeGb ?? 400) * gb]],
      used: used.map((day): [number, number] => [day, Math.round((usedGb - (last - day) * perDay) * gb)]),
      measuredDay: last,
    },
  ];
};

const listed = (...disks: Disk[]) => {
  const subjects = disks.map(
    ({ name, sizeGb = 400, maximumGb, alert = { kind: 'unlisted' }, service }): FleetSubject => {
      const endpoints = maximumGb === undefined ? [] : [anEndpoint({ id: name, maximum: additional(maximumGb) })];
      const one = aService({
        name,
        diskMb: sizeGb === null ? null : sizeGb * gb,
        integrations: endpoints.map(({ id }) => integrationWith(id)),
        ...service,
      });
      const actual = indexActual(aSnapshot({ services: [one], endpoints }), planDiskMb).of(one);
      const place = { project: 'shop', owner: 'team-shop', readAt: '2030-06-15T12:00:00.000Z' };
      return { ...place, service: one, actual, sizes: planSizesIn({ planDiskMb, planCapMb })(one), alert };
    },
  );
  const histories = new Map([['shop', { days, services: disks.flatMap(historyOf) }]]);
  return fleetDisks(subjects, makeForecasts({ histories, services: [], planDiskMb, planCapMb, today }));
};

const only = (disk: Omit<Disk, 'name'>) => listed({ name: 'orders', ...disk })[0];

describe('the disk of a service', () => {
  it('has used and free space, size, threshold, and the limit with what limits it', () => {
    expect(only({ usedGb: 100, maximumGb: 200, sizeGb: 200 })).toMatchObject({
      project: 'shop',
      service: 'orders',
      usedGb: 100,
      freeGb: 100,
      sizeGb: 200,
      usedPercent: 50,
      thresholdPercent: 85,
      limitGb: 280,
      limitedBy: 'maximum',
      owner: 'team-shop',
      measuredDaysAgo: 0,
    });
  });

  it.each<[string, Omit<Disk, 'name'>, number | null]>([
    ['plan', { maximumGb: 500 }, 400],
    ['maximum', { maximumGb: 200, sizeGb: 100 }, 280],
    ['no autoscaler', {}, 400],
    ['not eligible', { service: { refusal: 'not offered' } }, 400],
    ['state', { maximumGb: 200, sizeGb: 100, service: { state: 'POWEROFF' } }, 100],
    ['maintenance', { maximumGb: 200, sizeGb: 100, alert: { ...active, minutes: 60 } }, 100],
  ])('may be limited by %s', (limitedBy, disk, limitGb) => {
    expect(only(disk)).toMatchObject({ limitedBy, limitGb });
  });

  it('at its limit is full when the use reaches its present size, otherwise when it reaches the limit', () => {
    const growing = { usedGb: 60, perDay: 1, sizeGb: 80 } as const;
    expect(only(growing)?.daysLeft?.days).toBe(20);
    expect(only({ ...growing, maximumGb: 20 })?.daysLeft?.days).toBe(40);
    // Powered off, it cannot grow until a person starts it.
    expect(only({ ...growing, maximumGb: 20, service: { state: 'POWEROFF' } })?.daysLeft?.days).toBe(20);
  });

  it('that does not fill up within a year says so, which is not unknown', () => {
    expect(only({ usedGb: 40 })).toMatchObject({
      daysLeft: { days: null, soonest: null, latest: null },
      daysUnknown: null,
    });
  });
});

describe('what is unknown of a disk', () => {
  it('is null with its reason, and never a disk that has room', () => {
    const unmeasured = { usedGb: null, freeGb: null, usedPercent: null, daysLeft: null };
    expect(only({})).toMatchObject({ ...unmeasured, isNearlyFull: null, daysUnknown: 'not measured yet' });
    expect(only({ sizeGb: null, usedGb: 90 })).toMatchObject({
      ...{ sizeGb: null, limitGb: null, limitedBy: null, daysLeft: null },
      daysUnknown: 'the limit of the disk is unknown',
    });
    expect(only({ maximumGb: null, sizeGb: 100, usedGb: 40 })).toMatchObject({ limitGb: null, daysLeft: null });
  });

  it('is the future of a disk whose last measurement is old, while its use remains known with its age', () => {
    expect(only({ usedGb: 100, age: 10 })).toMatchObject({
      usedPercent: 25,
      measuredDaysAgo: 10,
      daysLeft: null,
      daysUnknown: 'last measured 10 days ago',
    });
  });

  it('is how full it is exactly, where the platform says more than the last measurement', () => {
    const [disk] = listed({ name: 'grown', usedGb: 80, alert: { ...active, isCritical: true } });
    expect(disk).toMatchObject({ isAtLeast: true, usedPercent: 97, usedGb: 388, freeGb: 12, isNearlyFull: true });
    expect(only({ usedGb: 380 })).toMatchObject({ isAtLeast: false, usedGb: 380, freeGb: 20 });
  });

  it('has unknown days while the platform says more than the last measurement, however the disk grew until then', () => {
    const growing = { usedGb: 340, perDay: 2 } as const;
    expect(only(growing)?.daysLeft?.days).toBe(30);
    expect(only({ ...growing, alert: active })).toMatchObject({
      daysLeft: null,
      daysUnknown: 'the platform reports more use than was measured',
    });
  });

  it('counts as filling up where it may be full within a year, though more likely it is not', () => {
    const [disk] = listed({ name: 'orders', usedGb: 40 });
    const daysLeft = { days: null, soonest: 300, latest: null };
    expect(disk && countRooms([disk, { ...disk, daysLeft }])).toMatchObject({ 'fills-up': 1, lasts: 1 });
  });

  it('has no days left where the disk was full at its limit', () => {
    expect(only({ usedGb: 400, age: 10 })).toMatchObject({ daysLeft: { days: 0 }, daysUnknown: null });
  });
});

describe('the order', () => {
  it('is nearly full ones by use, then by days left, then unknown ones, then those that last', () => {
    const order = listed(
      { name: 'lasts', usedGb: 40 },
      { name: 'unknown' },
      { name: 'soon', usedGb: 340, perDay: 2 },
      { name: 'later', usedGb: 200, perDay: 2 },
      { name: 'nearly', usedGb: 372 },
      { name: 'alert-90', alert: active },
      { name: 'full', usedGb: 400 },
      { name: 'alert-100', alert: { ...active, isCritical: true } },
    );
    expect(order.map(({ service }) => service)).toEqual([
      'full',
      'alert-100',
      'nearly',
      'alert-90',
      'soon',
      'later',
      'unknown',
      'lasts',
    ]);
  });

  it('leaves out services without a disk of their own', () => {
    expect(listed({ name: 'connector', sizeGb: 0 })).toEqual([]);
  });
});

it('of disks in one group the sooner comes first, by the soonest day, then by the expected one, then by name', () => {
  const growing = (name: string, usedGb: number, perDay: number): Disk => ({ name, usedGb, perDay, maximumGb: 320 });
  const names = (...disks: Disk[]) =>
    listed(...disks).map(({ service, daysLeft }) => [service, daysLeft !== null] as const);
  const slow = growing('a-slow', 100, 2);
  const fast = growing('b-fast', 250, 4);
  expect(names(slow, fast)).toEqual([
    ['b-fast', true],
    ['a-slow', true],
  ]);
  expect(names(fast, slow)).toEqual(names(slow, fast));
  const twins = [growing('z', 100, 2), growing('m', 100, 2)];
  expect(names(...twins).map(([service]) => service)).toEqual(['m', 'z']);
  expect(names({ name: 'z' }, { name: 'm' }).map(([service]) => service)).toEqual(['m', 'z']);
});
