/** One measured number, what it means, and what it should stay below. */
export interface Measurement {
  readonly benchmark: string;
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  /** The most that the value should be; null: a figure to know, without a limit of its own. */
  readonly limit: number | null;
  /** Present: the limit is the least that the value should be. */
  readonly atLeast?: true;
  /** Least and largest of the values whose median this is. */
  readonly spread?: readonly [least: number, most: number];
}

/** A benchmark by its name, which `--only` takes. */
export interface Benchmark {
  readonly name: string;
  /** Takes about a minute or more: measured where its name is given, and for the whole page. */
  readonly onlyByName?: true;
  /** Times that it is measured; each figure is their median. Default: once, because it takes medians itself. */
  readonly rounds?: number;
  readonly measure: () => Promise<readonly Measurement[]> | readonly Measurement[];
}

/** Rounded to three significant digits, whole numbers above 1,000. */
export const rounded = (value: number): number => (value >= 1000 ? Math.round(value) : Number(value.toPrecision(3)));

/** The middle of the values with their spread. @throws RangeError for no value */
export const median = (values: readonly number[]): Pick<Measurement, 'value' | 'spread'> => {
  const sorted = values.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (least === undefined || most === undefined || middle === undefined) throw new RangeError('no value was measured');
  return { value: rounded(middle), spread: [rounded(least), rounded(most)] };
};

/**
 * The median of each figure of several rounds, with its spread where they differ.
 * @throws RangeError for no round; Error unless all rounds have the same figures
 */
export const medians = (rounds: readonly (readonly Measurement[])[]): readonly Measurement[] => {
  const [first] = rounds;
  if (first === undefined) throw new RangeError('no round was measured');
  return first.map((figure, place) => {
    const all = rounds.map((round) => round[place]);
    const values = all.flatMap((other) => (other?.measure === figure.measure ? [other.value] : []));
    if (values.length < rounds.length) throw new Error(`not every round has the figure '${figure.measure}'`);
    return new Set(values).size === 1 ? figure : { ...figure, ...median(values) };
  });
};

/** Whether a value is on the wrong side of its limit. */
export const isOver = ({ value, limit, atLeast }: Measurement): boolean =>
  limit !== null && (atLeast === true ? value < limit : value > limit);
