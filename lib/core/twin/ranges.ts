/** Values over several seeds: one in ten lies below P10, half below P50, nine in ten below P90. */
export interface Range<V> {
  readonly p10: V;
  readonly p50: V;
  readonly p90: V;
}

type Ordered = number | bigint | null;

/** Null, an unknown value, comes last. */
const compare = (a: Ordered, b: Ordered): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
};

/**
 * The range of values by the rank among them at which one more value falls that often: four of five more are between P10 and
 * P90, as far as there are enough. Each of the three is one of the values, so that exact amounts stay exact.
 * @throws RangeError without values
 */
export const rangeOf = <V extends Ordered>(values: readonly V[]): Range<V> => {
  const sorted = values.toSorted(compare);
  const at = (rank: number): V => {
    const value = sorted[rank - 1];
    if (value === undefined) throw new RangeError('A range needs at least one value.');
    return value;
  };
  const { length } = sorted;
  const low = Math.max(1, Math.round((length + 1) / 10));
  return { p10: at(low), p50: at(Math.ceil(length / 2)), p90: at(length + 1 - low) };
};

/** The range with each value in another form. */
export const mapRange = <V, W>({ p10, p50, p90 }: Range<V>, form: (value: V) => W): Range<W> => ({
  p10: form(p10),
  p50: form(p50),
  p90: form(p90),
});
