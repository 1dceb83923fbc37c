/**
 * The quantile at `share` (`0.5` is the median), interpolated between neighbours. Sorts `values`.
 * @returns 0 for no values
 */
export const quantile = (values: Float64Array, share: number): number => {
  const sorted = values.sort();
  const position = share * Math.max(0, sorted.length - 1);
  const below = Math.floor(position);
  const lower = sorted[below] ?? 0;
  return lower + (position - below) * ((sorted[below + 1] ?? lower) - lower);
};

/** The same of a list, which stays as it is. */
export const quantileOf = (values: readonly number[], share: number): number =>
  quantile(Float64Array.from(values), share);
