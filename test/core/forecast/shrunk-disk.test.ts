import { describe, expect, it } from 'vitest';
import { growthOf } from '../../../lib/core/forecast/growth.ts';
import {
  emptyHistory,
  type ProjectHistory,
  provisionedSamples,
  type ServiceHistory,
  usedSamples,
  withDay,
  withReadings,
} from '../../../lib/core/forecast/project-history.ts';
import { serviceSeries } from '../../../lib/core/forecast/series.ts';

/** A person can remove added storage (pf 2.15): the data stays, and so does what is known of it. */

const dayMs = 86_400_000;
const gb = (many: number) => Math.round(many * 1024);

interface Life {
  readonly sizeGbOn: (day: number) => number;
  readonly usedGbOn: (day: number) => number;
}

/** The fullness at noon of each day of the past year, in percent with four decimals, as the platform's metrics tell it. */
const readings = ({ sizeGbOn, usedGbOn }: Life, day: number, firstDay = day - 365) =>
  Array.from({ length: day - firstDay + 1 }, (_, index) => firstDay + index).map((on) => ({
    timeMs: on * dayMs + dayMs / 2,
    percent: Number(((usedGbOn(on) * 100) / sizeGbOn(on)).toFixed(4)),
  }));

const only = ({ services }: ProjectHistory): ServiceHistory => {
  const [service] = services;
  if (service === undefined) throw new Error('no service');
  return service;
};

const seenOn = (life: Life, history: ProjectHistory, day: number, more: object = {}): ProjectHistory => {
  const diskMb = gb(life.sizeGbOn(day));
  return withDay(history, day, [{ name: 'pg', diskMb, ...more }]);
};

/** A history with a look and a measurement on each of these days. */
const lived = (life: Life, fromDay: number, toDay: number): ProjectHistory => {
  let history = emptyHistory;
  for (let day = fromDay; day <= toDay; day += 1) {
    history = seenOn(life, history, day);
    const diskMb = gb(life.sizeGbOn(day));
    const measured = withReadings(history.days, only(history), readings(life, day), { day, diskMb });
    history = { ...history, services: [measured] };
  }
  return history;
};

/** 80 GB of data that grow by 0.1 GB a day, on a disk of 200 GB that a person made 100 GB on day 1060. */
const shrunk: Life = {
  sizeGbOn: (day) => (day < 1060 ? 200 : 100),
  usedGbOn: (day) => 80 + 0.1 * (day - 1000),
};

const growthAfter = (history: ProjectHistory) => {
  const growth = growthOf(usedSamples([], only(history)));
  if (growth === null) throw new Error('no growth');
  return growth;
};

describe('the history of a disk that a person made smaller', () => {
  it('keeps the data that it knew: the same growth and the same band as before', () => {
    const [before, after] = [growthAfter(lived(shrunk, 1000, 1059)), growthAfter(lived(shrunk, 1000, 1075))];
    expect(before.slopeGbPerDay).toBeCloseTo(0.1, 3);
    expect(after.slopeGbPerDay).toBeCloseTo(0.1, 3);
    expect(after.todayGb).toBeCloseTo(87.5, 1);
    expect(after.highGbPerDay / before.highGbPerDay).toBeCloseTo(1, 1);
  });

  it('has no day with another amount of data than there was', () => {
    for (const { day, gb: used } of usedSamples([], only(lived(shrunk, 1000, 1075)))) {
      expect([day, Math.round(used)]).toEqual([day, Math.round(shrunk.usedGbOn(day))]);
    }
  });

  it('has all sizes, and forecasts those since the last shrink only', () => {
    const history = lived(shrunk, 1040, 1075);
    const sizes = provisionedSamples(history.days, only(history));
    expect([sizes.length, sizes[0]?.gb, sizes.at(-1)?.gb]).toEqual([36, 200, 100]);
    const { days, growth } = serviceSeries(history.days, only(history)).provisioned.summary();
    expect([days, growth?.moved]).toEqual([16, false]);
  });

  it('knows what a service of the same name that was created later is not', () => {
    const [first, second] = [{ createdAt: '2026-01-01T00:00:00.000Z' }, { createdAt: '2026-03-01T00:00:00.000Z' }];
    const begun = seenOn(shrunk, emptyHistory, 1058, first);
    const same = seenOn(shrunk, seenOn(shrunk, begun, 1059, first), 1060, first);
    expect(provisionedSamples(same.days, only(same)).map(({ day }) => day)).toEqual([1058, 1059, 1060]);
    const other = seenOn(shrunk, begun, 1059, second);
    expect(provisionedSamples(other.days, only(other)).map(({ day }) => day)).toEqual([1059]);
  });

  it('takes a smaller disk with another plan as another service where no creation is known', () => {
    const begun = seenOn(shrunk, emptyHistory, 1059, { plan: 'business-8' });
    const moved = seenOn(shrunk, begun, 1060, { plan: 'startup-4' });
    expect(provisionedSamples(moved.days, only(moved)).map(({ day }) => day)).toEqual([1060]);
    const kept = seenOn(shrunk, begun, 1060, { plan: 'business-8' });
    expect(provisionedSamples(kept.days, only(kept)).map(({ day }) => day)).toEqual([1059, 1060]);
    const created = { createdAt: '2026-01-01T00:00:00.000Z' };
    const known = seenOn(shrunk, emptyHistory, 1059, { plan: 'business-8', ...created });
    const downgraded = seenOn(shrunk, known, 1060, { plan: 'startup-4', ...created });
    expect(provisionedSamples(downgraded.days, only(downgraded)).map(({ day }) => day)).toEqual([1059, 1060]);
  });
});

/** The days that a first measurement on this day takes from the metrics of the past. */
const daysBefore = (life: Life, day: number, firstDay = day - 60): number[] => {
  const history = seenOn(life, emptyHistory, day);
  const read = readings(life, day, firstDay);
  const measured = withReadings(history.days, only(history), read, { day, diskMb: gb(life.sizeGbOn(day)) });
  return usedSamples([], measured).map((sample) => sample.day);
};

describe('the days before the first look at a disk', () => {
  it('end where the disk was made smaller, because the percentage jumps and no growth explains it', () => {
    expect(daysBefore(shrunk, 1090)[0]).toBe(1060);
  });

  it('also end at a removal of a tenth of the disk', () => {
    const tenth: Life = { ...shrunk, sizeGbOn: (day) => (day < 1060 ? 110 : 100) };
    expect(daysBefore(tenth, 1090)[0]).toBe(1060);
  });

  it('end where the disk was made larger, as before', () => {
    const grown: Life = { ...shrunk, sizeGbOn: (day) => (day < 1060 ? 100 : 110) };
    expect(daysBefore(grown, 1090)[0]).toBe(1060);
  });

  it('go on through a fast but even growth, also of a nearly empty disk', () => {
    const fast: Life = { sizeGbOn: () => 1000, usedGbOn: (day) => 1 + 5 * (day - 1000) };
    expect(daysBefore(fast, 1050, 1000)[0]).toBe(1000);
  });

  it('go on through bursts that come again within a week', () => {
    const bursts: Life = { sizeGbOn: () => 1000, usedGbOn: (day) => 100 + 30 * Math.floor((day - 1000) / 7) };
    expect(daysBefore(bursts, 1056, 1000)[0]).toBe(1000);
  });
});

describe('the peak of a disk', () => {
  const day = 2000;
  /** Percent at 03:00 and at 23:00 of each of so many days, the last of them today. */
  const twiceADay = (many: number, night: number, evening: number, last = day) =>
    Array.from({ length: many }, (_, ago) => last - many + 1 + ago).flatMap((on) => [
      { timeMs: on * dayMs + 3 * 3_600_000, percent: night },
      { timeMs: on * dayMs + 23 * 3_600_000, percent: evening },
    ]);
  const peakOf = (life: Pick<Life, 'sizeGbOn'>, firstDay: number, read: ReturnType<typeof twiceADay>) => {
    let history = emptyHistory;
    for (let on = firstDay; on <= day; on += 1) history = seenOn({ ...life, usedGbOn: () => 0 }, history, on);
    const at = { day, diskMb: gb(life.sizeGbOn(day)) };
    return withReadings(history.days, only(history), read, at).peakMb;
  };
  const constant = { sizeGbOn: () => 400 };

  it('is the largest use at any time of a day, which the last reading of each day does not show', () => {
    expect(peakOf(constant, day - 20, twiceADay(20, 80, 30))).toBe(gb(320));
  });

  it('counts what was used within 31 days, and nothing before', () => {
    const once = (ago: number) => [...twiceADay(1, 90, 90, day - ago), ...twiceADay(10, 30, 30)];
    expect(peakOf(constant, day - 60, once(30))).toBe(gb(360));
    expect(peakOf(constant, day - 60, once(31))).toBe(gb(120));
    expect(peakOf(constant, day - 60, twiceADay(1, 90, 90, day - 31))).toBeUndefined();
  });

  it('counts a reading from before a person made the disk smaller at the size of its time', () => {
    const made = { sizeGbOn: (on: number) => (on < day - 5 ? 400 : 200) };
    expect(peakOf(made, day - 20, [...twiceADay(5, 40, 40, day - 10), ...twiceADay(5, 30, 30)])).toBe(gb(160));
  });

  it('counts the larger size where a reading may be of either, and the present one for earlier smaller ones', () => {
    const made = { sizeGbOn: (on: number) => (on < day - 5 ? 400 : 200) };
    // Sizes are recorded once a day: at 03:00 of the day of the change the disk may still have been large.
    expect(peakOf(made, day - 20, twiceADay(1, 40, 10, day - 5))).toBe(gb(160));
    const grown = { sizeGbOn: (on: number) => (on < day - 5 ? 200 : 400) };
    expect(peakOf(grown, day - 20, twiceADay(1, 80, 80, day - 10))).toBe(gb(320));
  });

  it('is forgotten when a measurement gives no reading of it', () => {
    const history = seenOn({ ...constant, usedGbOn: () => 0 }, emptyHistory, day);
    const at = { day, diskMb: gb(400) };
    const before = withReadings(history.days, only(history), twiceADay(1, 80, 80), at);
    expect(before.peakMb).toBe(gb(320));
    expect(withReadings(history.days, before, [], at).peakMb).toBeUndefined();
  });
});
