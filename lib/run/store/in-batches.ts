import pMap from 'p-map';

/** Concurrent store requests: enough to hide their latency, few enough for a Lambda's memory. */
const concurrency = 16;

/** Runs an action for every item, several at a time; the first error ends it. @returns the results, in the order of the items */
export const inBatches = <T, R>(
  items: readonly T[],
  action: (item: T) => Promise<R>,
  atOnce = concurrency,
): Promise<R[]> => pMap(items, action, { concurrency: atOnce });
