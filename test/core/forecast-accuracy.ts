import { bandDays, expectedGb, upperGb } from '../../lib/core/forecast/growth-band.ts';
import { expectationsOf } from './forecast/expected-growths.ts';
import { generate, type Shape, shapes } from './growth-shapes.ts';

/** How forecasts of the peak of 30 days came out. */
export interface Accuracy {
  /** Mean error in units of how far the series usually moves in 30 days, divided by the same of the drift method. */
  readonly errorRatio: number;
  /** Share of outcomes at or below the P90. */
  readonly coverage: number;
}

export interface AccuracyOf {
  readonly all: Accuracy;
  readonly byShape: Readonly<Record<Shape, Accuracy>>;
}

const historyDays = 120;

/** A straight line from the first value to the last one, and on; falling ones stay where they are. */
const driftPeak = (history: readonly number[]): number => {
  const today = history.at(-1) ?? 0;
  const slope = (today - (history[0] ?? 0)) / (history.length - 1);
  return today + bandDays * Math.max(0, slope);
};

/** Mean distance between values that lie 30 days apart. */
const usualMove = (history: readonly number[]): number => {
  const moves = history.slice(bandDays).map((value, index) => Math.abs(value - (history[index] ?? 0)));
  return moves.reduce((sum, move) => sum + move, 0) / moves.length;
};

interface Outcome {
  readonly shape: Shape;
  readonly error: number;
  readonly driftError: number;
  readonly within: boolean;
}

const summarize = (outcomes: readonly Outcome[]): Accuracy => {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
  return {
    errorRatio: sum(({ error }) => error) / sum(({ driftError }) => driftError),
    coverage: sum(({ within }) => Number(within)) / outcomes.length,
  };
};

/**
 * Forecasts so many generated series of each shape after 120 days and compares with the 30 days that followed. All
 * shapes are pooled as if of one service type, which is harder than a pool for each of them.
 */
export const measureAccuracy = (seriesOfShape: number, seed: number): AccuracyOf => {
  const all = shapes.flatMap((shape) =>
    generate(shape, seriesOfShape, historyDays + bandDays, seed).map((values) => ({
      shape,
      history: values.slice(0, historyDays),
      peak: Math.max(...values.slice(historyDays)),
    })),
  );
  const expectations = expectationsOf(all.map(({ history }) => history));
  const outcomes = expectations.map(({ growth, band }, index): Outcome => {
    const { shape, history, peak } = all[index] as (typeof all)[number];
    const move = usualMove(history);
    return {
      shape,
      error: Math.abs(expectedGb(growth, band, bandDays) - peak) / move,
      driftError: Math.abs(driftPeak(history) - peak) / move,
      within: peak <= upperGb(growth, band, bandDays),
    };
  });
  const of = (shape: Shape) => summarize(outcomes.filter((outcome) => outcome.shape === shape));
  const byShape = Object.fromEntries(shapes.map((shape) => [shape, of(shape)])) as Record<Shape, Accuracy>;
  return { all: summarize(outcomes), byShape };
};
