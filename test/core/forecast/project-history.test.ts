import { describe, expect, it } from 'vitest';
import {
  dayOf,
  emptyHistory,
  type ProjectHistory,
  provisionedSamples,
  type ServiceHistory,
  usedSamples,
  withDay,
  withReadings,
} from '../../../lib/core/forecast/project-history.ts';

const gb = (many: number) => many * 1024;
const grow = (days: readonly number[], sizeOn: (day: number) => number | null): ProjectHistory =>
  days.reduce((history, day) => withDay(history, day, [{ name: 'pg', diskMb: sizeOn(day) }]), emptyHistory);
const upTo = (days: number) => Array.from({ length: days }, (_, day) => day);

const only = ({ services }: ProjectHistory): ServiceHistory => {
  const [service] = services;
  if (service === undefined) throw new Error('no service');
  return service;
};
const samples = (history: ProjectHistory) => provisionedSamples(history.days, only(history));

describe('the history of a project', () => {
  it('keeps one sample a day, the first one, and is the very same where nothing is to be added', () => {
    const once = grow([5], () => gb(80));
    expect(withDay(once, 5, [{ name: 'pg', diskMb: gb(90) }])).toBe(once);
    expect(samples(once)).toEqual([{ day: 5, gb: 80 }]);
  });

  it('gives back each day that was looked at with the size of that day', () => {
    const history = grow([1, 2, 5, 6], (day) => gb(day < 5 ? 80 : 88));
    expect(samples(history)).toEqual([
      { day: 1, gb: 80 },
      { day: 2, gb: 80 },
      { day: 5, gb: 88 },
      { day: 6, gb: 88 },
    ]);
    expect(only(history).provisioned).toHaveLength(2);
  });

  it('keeps 120 days, also where nothing ever changed', () => {
    const history = grow(upTo(200), (day) => gb(day < 150 ? 80 : 90));
    const kept = samples(history);
    expect(kept).toHaveLength(120);
    expect(kept[0]).toEqual({ day: 80, gb: 80 });
    expect(kept.at(-1)).toEqual({ day: 199, gb: 90 });
  });

  it('keeps 120 samples of the used disk, also of the first measurement: the next day forecasts from as many', () => {
    const today = 1000;
    const seen = grow([today], () => gb(100));
    const readings = upTo(365).map((age) => ({ timeMs: (today - age) * 86_400_000, percent: 60 - age / 10 }));
    const measured = withReadings(seen.days, only(seen), readings, { day: today, diskMb: gb(100) });
    expect(measured.used).toHaveLength(120);
    expect(measured.used.at(-1)).toEqual([today, gb(60)]);
    const nextDay = withDay({ ...seen, services: [measured] }, today + 1, [{ name: 'pg', diskMb: gb(100) }]);
    expect(usedSamples([], only(nextDay))).toEqual(usedSamples([], measured));
  });

  it('loses one sample at most by a clock that was 400 days ahead once, and drops what was noted then', () => {
    const size = (day: number) => gb(80 + Math.floor(day / 10));
    const good = grow(upTo(130), size);
    const ahead = withDay(good, 129 + 400, [
      { name: 'pg', diskMb: gb(95) },
      { name: 'new', diskMb: gb(10) },
    ]);
    const back = withDay(ahead, 130, [{ name: 'pg', diskMb: gb(95) }]);
    expect(back).toEqual(withDay(good, 130, [{ name: 'pg', diskMb: gb(95) }]));
    expect(samples(back)).toHaveLength(120);
    const sameDay = withDay(ahead, 129, [{ name: 'pg', diskMb: gb(95) }]);
    expect(sameDay.days).toEqual(good.days.slice(1));
    expect(samples(sameDay)).toEqual(samples(good).slice(1));
  });

  it('drops what was measured while the clock was ahead', () => {
    const ahead = grow([1, 2, 500], () => gb(100));
    const measured = withReadings(ahead.days, only(ahead), [{ timeMs: 500 * 86_400_000, percent: 50 }], {
      day: 500,
      diskMb: gb(100),
    });
    const back = withDay({ ...ahead, services: [measured] }, 3, [{ name: 'pg', diskMb: gb(100) }]);
    expect(only(back)).toMatchObject({ used: [], measuredDay: null, lastDay: 3 });
  });

  it('drops a service that is not listed any more, so that one of its name begins anew', () => {
    const seen = grow(upTo(20), () => gb(80));
    const gone = withDay(seen, 20, []);
    expect(gone.services).toEqual([]);
    const another = withDay(gone, 21, [{ name: 'pg', diskMb: gb(80) }]);
    expect(samples(another)).toEqual([{ day: 21, gb: 80 }]);
  });

  it('keeps a service whose size the platform does not say for a while, and drops it after 120 days', () => {
    const silent = (days: number) =>
      Array.from({ length: days }, (_, day) => day + 1).reduce(
        (history, day) => withDay(history, day, [{ name: 'pg', diskMb: null }]),
        grow([0], () => gb(80)),
      );
    expect(samples(silent(100))).toEqual([{ day: 0, gb: 80 }]);
    expect(silent(120).services).toEqual([]);
  });

  it('has no sample of a service whose size the platform does not say', () => {
    expect(grow([1], () => null).services).toEqual([]);
    expect(samples(grow([1, 2], (day) => (day === 1 ? gb(80) : null)))).toEqual([{ day: 1, gb: 80 }]);
  });

  it('takes names that objects have of their own for names', () => {
    const named = withDay(emptyHistory, 1, [{ name: 'constructor', diskMb: gb(1) }]);
    expect(named.services.map(({ name }) => name)).toEqual(['constructor']);
  });
});

describe('readings of how full a disk was', () => {
  const dayMs = 86_400_000;
  const at = (day: number, hour: number, percent: number) => ({ timeMs: day * dayMs + hour * 3_600_000, percent });

  it('become used disk, the last reading of each day', () => {
    const history = grow([0, 1, 2], () => gb(100));
    const read = [at(0, 1, 50), at(0, 23, 51), at(1, 12, 52), at(2, 6, 53)];
    const service = withReadings(history.days, only(history), read, { day: 2, diskMb: gb(100) });
    expect(service.measuredDay).toBe(2);
    expect(usedSamples([], service).map((sample) => Math.round(sample.gb))).toEqual([51, 52, 53]);
  });

  it('of today belong to the disk of their own time, which is smaller if the disk grew since', () => {
    const history = grow([1, 2, 3], () => gb(160));
    const read = [at(1, 21, 80), at(2, 21, 82), at(3, 3, 84)];
    const onDay = (diskMb: number, looked = history) =>
      usedSamples([], withReadings(looked.days, only(looked), read, { day: 3, diskMb })).at(-1);
    expect(onDay(gb(160))).toEqual({ day: 3, gb: 134.400390625 });
    // The autoscaler has grown the disk since the first look of the day; or since that of the day before.
    expect(onDay(gb(204))).toEqual({ day: 3, gb: 134.400390625 });
    expect(
      onDay(
        gb(204),
        grow([1, 2, 3], (day) => gb(day < 3 ? 160 : 204)),
      ),
    ).toEqual({ day: 3, gb: 134.400390625 });
  });

  it('of today are left out if the disk grew and no recent reading shows which size they belong to', () => {
    const history = grow([1], () => gb(160));
    expect(withReadings(history.days, only(history), [at(1, 3, 84)], { day: 1, diskMb: gb(204) }).used).toEqual([]);
    const later = grow([1, 9], (day) => gb(day < 9 ? 160 : 204));
    const old = [at(5, 21, 82), at(9, 3, 84)];
    expect(withReadings(later.days, only(later), old, { day: 9, diskMb: gb(204) }).used).toEqual([]);
  });

  it('leave out days without a sample, and days on which the disk grew', () => {
    const history = grow([1, 3, 4], (day) => gb(day < 4 ? 100 : 110));
    const read = [at(1, 12, 84), at(2, 12, 84), at(3, 12, 85), at(4, 1, 80)];
    const service = withReadings(history.days, only(history), read, { day: 4, diskMb: gb(110) });
    expect(usedSamples([], service)).toEqual([{ day: 4, gb: 88 }]);
  });

  it('reach back before the first look, by the size that the disk had then, for as long as it only filled up', () => {
    const history = grow([10], () => gb(100));
    const read = upTo(11).map((day) => at(day, 12, 40 + day));
    const service = withReadings(history.days, only(history), read, { day: 10, diskMb: gb(100) });
    expect(usedSamples([], service).map((sample) => [sample.day, Math.round(sample.gb)])).toEqual(
      upTo(11).map((day) => [day, 40 + day]),
    );
  });

  it('reach back no further than to a fall, where the disk may have grown or was cleaned up', () => {
    const history = grow([10], () => gb(110));
    const read = upTo(11).map((day) => at(day, 12, day < 6 ? 80 + day : 72 + day));
    const service = withReadings(history.days, only(history), read, { day: 10, diskMb: gb(110) });
    expect(usedSamples([], service).map(({ day }) => day)).toEqual([6, 7, 8, 9, 10]);
  });

  it('reach back also in the first hours of a day, when the last reading is of the day before', () => {
    const history = grow([10], () => gb(100));
    const read = upTo(10).map((day) => at(day, 23, 40 + day));
    const service = withReadings(history.days, only(history), read, { day: 10, diskMb: gb(100) });
    expect(usedSamples([], service).map((sample) => [sample.day, Math.round(sample.gb)])).toEqual(
      upTo(10).map((day) => [day, 40 + day]),
    );
  });

  it('need a reading since the day before the first look to reach back at all', () => {
    const history = grow([10], () => gb(100));
    const service = withReadings(history.days, only(history), [at(8, 12, 50)], { day: 10, diskMb: gb(100) });
    expect(usedSamples([], service)).toEqual([]);
  });

  it('of before the first look are kept by the next days', () => {
    const history = grow([10], () => gb(100));
    const read = upTo(11).map((day) => at(day, 12, 40 + day));
    const measured = withReadings(history.days, only(history), read, { day: 10, diskMb: gb(100) });
    const next = withDay({ ...history, services: [measured] }, 11, [{ name: 'pg', diskMb: gb(100) }]);
    expect(usedSamples([], only(next))).toHaveLength(11);
  });

  it('keep what was measured before', () => {
    const history = grow([0, 1, 2], () => gb(100));
    const first = withReadings(history.days, only(history), [at(0, 12, 50)], { day: 1, diskMb: gb(100) });
    const second = withReadings(history.days, first, [at(1, 12, 60)], { day: 2, diskMb: gb(100) });
    expect(usedSamples([], second).map(({ day }) => day)).toEqual([0, 1]);
  });
});

describe('the day of a moment', () => {
  it('is counted from 1970 in UTC', () => {
    expect(dayOf(Date.parse('1970-01-02T00:00:00Z'))).toBe(1);
    expect(dayOf(Date.parse('1970-01-01T23:59:59.999Z'))).toBe(0);
  });
});
