const swap = (values: Float64Array, a: number, b: number): void => {
  const first = values[a] ?? 0;
  values[a] = values[b] ?? 0;
  values[b] = first;
};

/** Partitions a range around its middle value; returns the bounds of the two parts. */
const partition = (values: Float64Array, from: number, to: number): readonly [number, number] => {
  const pivot = values[(from + to) >> 1] ?? 0;
  let low = from;
  let high = to;
  while (low <= high) {
    while ((values[low] ?? 0) < pivot) low += 1;
    while ((values[high] ?? 0) > pivot) high -= 1;
    if (low > high) break;
    swap(values, low, high);
    low += 1;
    high -= 1;
  }
  return [high, low];
};

/** The value at position `place` of the sorted values, in linear time on average. */
const select = (values: Float64Array, place: number): number => {
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const [high, low] = partition(values, from, to);
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else break;
  }
  return values[place] ?? 0;
};

/**
 * The quantile at `share` (`0.5` is the median), interpolated between neighbours. Reorders `values`.
 * @returns 0 for no values
 */
export const quantile = (values: Float64Array, share: number): number => {
  if (values.length === 0) return 0;
  const position = share * (values.length - 1);
  const below = Math.floor(position);
  const lower = select(values, below);
  if (position === below) return lower;
  return lower + (position - below) * (select(values, below + 1) - lower);
};

/** The same of a list, which stays as it is. */
export const quantileOf = (values: readonly number[], share: number): number =>
  quantile(Float64Array.from(values), share);
