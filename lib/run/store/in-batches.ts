import pMap from 'p-map';

/** Concurrent store requests: enough to hide their latency, few enough for a Lambda's memory. */
const concurrency = 16;

/** Runs an action for every item, several at a time; the first error ends it. */
export const inBatches = async <T>(
  items: readonly T[],
  action: (item: T) => Promise<void>,
  atOnce = concurrency,
): Promise<void> => {
  await pMap(items, action, { concurrency: atOnce });
};
