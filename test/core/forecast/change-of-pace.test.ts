import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';

const gb = 1024;
const began = 20_000;
const service = { project: 'shop', name: 'orders', type: 'pg', plan: 'startup-4' };
const limitGb = 600;

/** The forecast of a disk from the use of its days, in GB; it may grow to `limitGb`. */
const forecastFrom = (usedGb: readonly number[], sizeGb: readonly number[] = usedGb.map((use) => use / 0.8)) => {
  const days = usedGb.map((_, at) => began + at);
  const mbOn = (sizes: readonly number[]): (readonly [number, number])[] =>
    sizes.map((size, at) => [began + at, Math.round(size * gb)]);
  const today = days.at(-1) ?? began;
  const history = {
    name: service.name,
    lastDay: today,
    provisioned: mbOn(sizeGb),
    used: mbOn(usedGb),
    measuredDay: today,
  };
  const present = { ...service, diskMb: Math.round((sizeGb.at(-1) ?? 0) * gb) };
  const forecasts = makeForecasts({
    histories: new Map([['shop', { days, services: [history] }]]),
    services: [present],
    planDiskMb: new Map(),
    today,
  });
  return forecasts.of(present, { kind: 'total', gb: limitGb });
};

const line = (from: number, ...paces: readonly number[]): number[] => {
  const values = [from];
  for (const pace of paces) values.push((values.at(-1) ?? 0) + pace);
  return values;
};

const repeat = (pace: number, days: number): number[] => Array.from({ length: days }, () => pace);

const never = Number.POSITIVE_INFINITY;

const soonestFrom = (use: readonly number[]): number => {
  const made = forecastFrom(use);
  if (made.kind !== 'known') throw new Error(made.why);
  return made.soonestDaysToFull ?? never;
};

/** What the forecasts of the first weeks after a change said at the earliest, on each day. */
const saidAfter = (use: readonly number[], changed: number) => {
  const found = use.findIndex((value) => value >= limitGb);
  const full = found === -1 ? never : found;
  const days = Array.from({ length: 40 }, (_, at) => changed + 1 + at).filter(
    (day) => day < Math.min(full, use.length),
  );
  return { full, said: days.map((day) => ({ day, soonest: soonestFrom(use.slice(0, day + 1)) })) };
};

describe('days left after a change of pace', () => {
  it('are those of the new pace from its second day on, and the history is said beside them', () => {
    const after = (days: number) => forecastFrom(line(50, ...repeat(1.5, 90), ...repeat(20, days)));
    const left = (days: number) => (limitGb - 50 - 90 * 1.5 - 20 * days) / 20;
    for (const days of [2, 5, 10, 15]) {
      const made = after(days);
      if (made.kind !== 'known') throw new Error(made.why);
      expect(Math.abs((made.daysToFull ?? never) - left(days))).toBeLessThanOrEqual(1);
      expect(made.soonestDaysToFull).toBeLessThanOrEqual(left(days));
      expect(made.soonestDaysToFull).toBeGreaterThan(0.8 * left(days) - 1);
      expect(made.historyDaysToFull).toBeGreaterThan(left(days));
    }
  });

  it('are at the earliest too few on four of five days, and 14 within two days or ten days before it is full', () => {
    const seen = { days: 0, right: 0 };
    fc.assert(
      fc.property(
        fc.record({
          history: fc.integer({ min: 20, max: 110 }),
          pace: fc.double({ min: 0.3, max: 3, noNaN: true }),
          factor: fc.double({ min: 3, max: 30, noNaN: true }),
          isDown: fc.boolean(),
          noise: fc.array(fc.double({ min: 0.8, max: 1.2, noNaN: true }), { minLength: 200, maxLength: 200 }),
        }),
        ({ history, pace, factor, isDown, noise }) => {
          const afterwards = isDown ? pace / factor : pace * factor;
          const paces = [...repeat(pace, history), ...repeat(afterwards, 80)].map(
            (rise, at) => rise * (noise[at] ?? 1),
          );
          const { full, said } = saidAfter(line(20, ...paces), history);
          seen.days += said.length;
          seen.right += said.filter(({ day, soonest }) => soonest <= full - day).length;
          const alarm = said.find(({ soonest }) => soonest <= 14)?.day ?? never;
          if (full > history + 3 && full < history + 40)
            expect(alarm).toBeLessThanOrEqual(Math.max(history + 2, full - 10));
        },
      ),
      { numRuns: 60 },
    );
    expect(seen.right / seen.days).toBeGreaterThan(0.8);
  });
});

describe('days of a full disk', () => {
  /** Grows by 20 GB a day to 200 GB, is full for 11 days, and then has room for `days` days. */
  const raisedFor = (days: number) => {
    const before = line(20, ...repeat(20, 9));
    const use = [...before, ...repeat(200, 11), ...line(200, ...repeat(20, days))];
    return { use, size: use.map((_, at) => (at < before.length + 11 ? 200 : 400)) };
  };

  it('are no calm: after a raise the days left are unknown until the new pace is known', () => {
    const made = [0, 1, 2, 4].map((days) => {
      const { use, size } = raisedFor(days);
      return forecastFrom(use, size);
    });
    expect(made.map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'known', 'known']);
    expect(made[0]).toEqual({ kind: 'unknown', why: 'it was full, and 2 more days show its pace' });
    expect(made[3]).toMatchObject({ daysToFull: 16 });
  });

  it('leave the limit of a full disk reached', () => {
    const use = [...line(500, ...repeat(2, 50)), ...repeat(600, 5)];
    expect(
      forecastFrom(
        use,
        use.map(() => 600),
      ),
    ).toMatchObject({ kind: 'known', isReached: true, daysToFull: 0 });
  });
});

describe('a disk of a few days', () => {
  it('has a rough rate from three measurements on', () => {
    const young = (days: number) => forecastFrom(line(100, ...repeat(15, days)));
    expect(young(1)).toMatchObject({ kind: 'unknown' });
    expect(young(2)).toMatchObject({ kind: 'known', basis: 'used', isRough: true, daysToFull: 31 });
    expect(young(20)).not.toHaveProperty('isRough');
  });
});
