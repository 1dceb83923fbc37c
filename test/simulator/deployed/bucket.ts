import { createHash } from 'node:crypto';
import type { Store } from '../../../lib/ports.ts';
import { withLogs } from '../../../lib/run/store/logs.ts';
import { createMemoryObjects } from '../../../lib/run/store/memory-store.ts';
import type { Draws } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';
import type { Sizes } from '../laws/sizes.ts';
import type { Meter } from './meter.ts';

/** The store of a deployment: every request takes time, so that others may come in between, and is counted. */
export interface Bucket {
  readonly store: Store;
  /** The same objects without time and counts, for the simulator itself. */
  readonly objects: Store;
  /** What was written since the last call, by key. */
  readonly takeStored: () => Map<string, string>;
  /** Of every write so far, in order. */
  readonly hash: () => string;
}

interface BucketOptions {
  readonly time: SimulatedTime;
  readonly draws: Draws;
  readonly meter: Pick<Meter, 'put' | 'get'>;
  readonly sizes: Pick<Sizes, 'note'>;
}

/** A condition is judged when the request arrives, half-way: two writers may have read the same version. */
export const createBucket = ({ time, draws, meter, sizes }: BucketOptions): Bucket => {
  const objects = createMemoryObjects();
  const written = createHash('sha256');
  let stored = new Map<string, string>();

  const request = async <T>(count: () => void, work: () => Promise<T>): Promise<T> => {
    count();
    await time.sleep(draws.between(5, 25));
    return work();
  };

  return {
    objects: withLogs(objects),
    store: withLogs({
      get: (key) => request(meter.get, () => objects.get(key)),
      put: (key, body, condition) =>
        request(
          () => meter.put(Buffer.byteLength(body)),
          async () => {
            await objects.put(key, body, condition);
            sizes.note('object', body.length);
            written.update(`${key}\n${body}\n`);
            stored.set(key, body);
          },
        ),
      list: (prefix) =>
        request(
          () => meter.put(),
          () => objects.list(prefix),
        ),
      delete: (key) =>
        request(
          () => meter.put(),
          () => objects.delete(key),
        ),
    }),
    takeStored: () => {
      const taken = stored;
      stored = new Map();
      return taken;
    },
    hash: () => written.copy().digest('hex'),
  };
};
