import { nearestName } from '../model/nearest-name.ts';
import type { Amount, PolicyResult } from './comparison.ts';
import { type MeasureName, measureNames } from './measures.ts';
import type { Range } from './ranges.ts';

/** A condition on a measure under which a check fails, such as `production-full-hours>0`. */
export interface FailOn {
  /** As it was written. */
  readonly text: string;
  readonly measure: MeasureName;
  readonly part: keyof Range<unknown>;
  readonly operator: keyof typeof operators;
  /** A decimal. */
  readonly limit: number;
}

const operators = {
  '>': (value: number, limit: number) => value > limit,
  '>=': (value: number, limit: number) => value >= limit,
  '<': (value: number, limit: number) => value < limit,
  '<=': (value: number, limit: number) => value <= limit,
  '=': (value: number, limit: number) => value === limit,
  '!=': (value: number, limit: number) => value !== limit,
} as const;

const form = /^\s*([a-z][a-z-]*?)(?:\.(p10|p50|p90))?\s*(>=|<=|!=|>|<|=)\s*(-?\d+(?:\.\d+)?)\s*$/i;

const isMeasure = (name: string): name is MeasureName => (measureNames as readonly string[]).includes(name);

/** Why an expression is no condition, and what to write. */
export class FailOnInvalid extends Error {
  override readonly name = 'FailOnInvalid';
}

/**
 * Reads a condition: a measure, P90 of it unless `.p10` or `.p50` follows, a comparison and a number.
 * @throws FailOnInvalid
 */
export const parseFailOn = (text: string): FailOn => {
  const parts = form.exec(text);
  if (parts === null) {
    throw new FailOnInvalid(`"${text}": must be MEASURE, a comparison and a number, such as production-full-hours>0`);
  }
  const [, measure = '', part = 'p90', operator = '', limit = ''] = parts;
  if (!isMeasure(measure)) {
    const near = nearestName(measure, measureNames);
    const meant = near === undefined ? '' : `; did you mean ${near}?`;
    throw new FailOnInvalid(`"${text}": no measure is called ${measure}${meant} Measures: ${measureNames.join(', ')}`);
  }
  return {
    text: text.trim(),
    measure,
    part: part.toLowerCase() as FailOn['part'],
    operator: operator as FailOn['operator'],
    limit: Number(limit),
  };
};

/** A condition that is judged; `value` is null where there is nothing to measure, which never fails. */
export interface Judged extends FailOn {
  readonly value: Amount;
  readonly fails: boolean;
}

/** Judges a condition by the results of a policy. */
export const judge = (condition: FailOn, { measures }: Pick<PolicyResult, 'measures'>): Judged => {
  const value = measures[condition.measure][condition.part];
  const fails = value !== null && operators[condition.operator](Number(value), condition.limit);
  return { ...condition, value, fails };
};
