/** The largest of each thing that AWS limits, or that a task must hold in memory. */
export interface Largest {
  /** Bytes of the input or output of a state. */
  readonly payload: number;
  /** Events in the history of one execution. */
  readonly history: number;
  /** Bytes of one object in the store. */
  readonly object: number;
}

export const sizesLaw = 'no payload, no history and no object grows beyond its limit';

/** Far enough below the 256 KB, the 25,000 events and the memory of a function. */
const limits: Largest = { payload: 100 * 1024, history: 10_000, object: 20 * 1024 * 1024 };

/** Keeps the largest of each thing. */
export interface Sizes {
  readonly note: (thing: keyof Largest, size: number) => void;
  readonly largest: () => Largest;
  /** What exceeds its limit, in words. */
  readonly problems: () => readonly string[];
}

export const createSizes = (): Sizes => {
  const largest = { payload: 0, history: 0, object: 0 };
  const things = Object.keys(limits) as (keyof Largest)[];
  return {
    note: (thing, size) => {
      largest[thing] = Math.max(largest[thing], size);
    },
    largest: () => ({ ...largest }),
    problems: () =>
      things
        .filter((thing) => largest[thing] > limits[thing])
        .map((thing) => `the largest ${thing} is ${largest[thing]}, more than ${limits[thing]}`),
  };
};
