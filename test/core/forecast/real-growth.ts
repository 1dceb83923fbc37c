import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Growth } from '../../../lib/core/forecast/growth.ts';
import { type Band, expectedGb, upperGb } from '../../../lib/core/forecast/growth-band.ts';
import { expectationsOf } from './expected-growths.ts';

interface RealSeries {
  readonly id: string;
  readonly source: string;
  readonly bytes: readonly number[];
}

const file = join(import.meta.dirname, 'growth', 'growth.json.gz');
export const readSeries = (): readonly RealSeries[] =>
  JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')).series;

export const horizons = [7, 14, 30, 60, 90] as const;
export const lengths = [14, 60, 120, 365] as const;
const daysBetweenOrigins = 30;
const leastChanges = 8;
const bytesOfGb = 1e9;
const leastCovered = 0.8;
const leastMove = 1e-9;

/** What became of one forecast. Losses are in mean moves of the series over as many days. */
interface Outcome {
  readonly id: string;
  readonly source: string;
  readonly horizon: number;
  /** Share of outcomes at or under the upper end. */
  readonly covered: number;
  /** Pinball loss at 0.9: what a maximum is set from. */
  readonly loss: number;
  /** Mean of max(0, P90 − outcome). */
  readonly over: number;
  readonly median: number;
  /** Error of a straight line from the first value to the last one, and on. */
  readonly drift: number;
}

export interface RealAccuracy {
  readonly horizon: number;
  /** Share of series with fewer than 80 % of the outcomes under the P90. */
  readonly poorlyCovered: number;
  readonly all: Outcome;
  readonly balanced: Outcome;
}

const changesIn = (values: readonly number[]): number =>
  values.filter((value, at) => at > 0 && value !== values[at - 1]).length;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const meanMove = (values: readonly number[], days: number): number => {
  const lag = Math.min(days, Math.floor(values.length / 2));
  const moves = values.slice(lag).map((value, at) => Math.abs(value - (values[at] ?? 0)));
  return Math.max(leastMove, mean(moves) * Math.sqrt(days / lag));
};

/** One forecast beside what came, in GB. */
interface Compared {
  readonly id: string;
  readonly source: string;
  readonly horizon: number;
  readonly growth: Growth;
  readonly band: Band;
  /** The highest value within the horizon. */
  readonly peak: number;
  /** The mean move of the series over as many days. */
  readonly unit: number;
  /** What a straight line from the first value to the last one says. */
  readonly straight: number;
}

/** Forecasts of one day: its series are one organization, whose band follows from their own past alone. */
const comparedOn = (all: readonly RealSeries[], days: number, at: number): Compared[] => {
  const known = all
    .filter(({ bytes }) => bytes.length >= at + horizons[0])
    .map(({ id, source, bytes }) => ({ id, source, gb: bytes.slice(0, at + 90).map((size) => size / bytesOfGb) }))
    .filter(({ gb }) => changesIn(gb.slice(at - days, at)) >= Math.min(leastChanges, days));
  const expectations = expectationsOf(known.map(({ gb }) => gb.slice(at - days, at)));
  return expectations.flatMap(({ growth, band }, index) => {
    const { id, source, gb } = known[index] as (typeof known)[number];
    const last = gb[at - 1] ?? 0;
    const slope = (last - (gb[at - days] ?? 0)) / (days - 1);
    return horizons
      .filter((horizon) => gb.length >= at + horizon)
      .map((horizon) => {
        const peak = Math.max(...gb.slice(at, at + horizon));
        const unit = meanMove(gb.slice(0, at), horizon);
        return { id, source, horizon, growth, band, peak, unit, straight: last + horizon * slope };
      });
  });
};

const comparedBefore = new Map<number, readonly Compared[]>();

/** Every forecast with so many days of history, from days 30 apart. The same for all upper ends, so it is made once. */
const comparedWith = (days: number): readonly Compared[] => {
  const before = comparedBefore.get(days);
  if (before !== undefined) return before;
  const all = readSeries();
  const longest = Math.max(...all.map(({ bytes }) => bytes.length));
  const origins = Array.from({ length: Math.ceil((longest - days) / daysBetweenOrigins) }, (_, turn) => turn);
  const compared = origins.flatMap((turn) => comparedOn(all, days, days + turn * daysBetweenOrigins));
  comparedBefore.set(days, compared);
  return compared;
};

const outcomeAt =
  (confidence: number) =>
  ({ id, source, horizon, growth, band, peak, unit, straight }: Compared): Outcome => {
    const error = peak - upperGb(growth, band, horizon, confidence);
    return {
      id,
      source,
      horizon,
      covered: Number(error <= 0),
      loss: Math.max(0.9 * error, -0.1 * error) / unit,
      over: Math.max(0, -error) / unit,
      median: Math.abs(expectedGb(growth, band, horizon) - peak) / unit,
      drift: Math.abs(straight - peak) / unit,
    };
  };

const means = (outcomes: readonly Outcome[]): Outcome => {
  const of = (member: 'covered' | 'loss' | 'over' | 'median' | 'drift') =>
    mean(outcomes.map((outcome) => outcome[member]));
  const { id, source, horizon } = outcomes[0] as Outcome;
  const losses = { loss: of('loss'), over: of('over'), median: of('median'), drift: of('drift') };
  return { id, source, horizon, covered: of('covered'), ...losses };
};

const grouped = (outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string): Outcome[] => {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const group = groups.get(keyOf(outcome));
    if (group === undefined) groups.set(keyOf(outcome), [outcome]);
    else group.push(outcome);
  }
  return [...groups.values()].map(means);
};

/**
 * Forecasts every series from days 30 apart, with so many days of history, and compares with the highest value within each
 * horizon; what is of the P90 is of the upper end of another confidence where one is given. A series counts once, however long it is; in `balanced`, each source does.
 */
export const realAccuracy = (days: number, confidence = 90): RealAccuracy[] => {
  const outcomes = comparedWith(days).map(outcomeAt(confidence));
  return horizons.map((horizon) => {
    const series = grouped(
      outcomes.filter((outcome) => outcome.horizon === horizon),
      ({ id }) => id,
    );
    const poorlyCovered = mean(series.map(({ covered }) => Number(covered < leastCovered)));
    const balanced = means(grouped(series, ({ source }) => source));
    return { horizon, poorlyCovered, all: means(series), balanced };
  });
};
