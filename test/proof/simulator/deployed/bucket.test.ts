import { describe, expect, it } from 'vitest';
import { createBucket } from '../../../simulator/deployed/bucket.ts';
import { createMeter, monthOf } from '../../../simulator/deployed/meter.ts';
import { drawsOf } from '../../../simulator/engine/random.ts';
import { createTime } from '../../../simulator/engine/time.ts';
import { createSizes } from '../../../simulator/laws/sizes.ts';

const bucketOf = () => {
  const time = createTime(0);
  const meter = createMeter();
  return { time, meter, bucket: createBucket({ time, draws: drawsOf(1, 'bucket'), meter, sizes: createSizes() }) };
};

const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'written',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );

describe('the store of a deployment', () => {
  it('lets one of two writers win who have read the same version', async () => {
    const { time, bucket } = bucketOf();
    await time.until(bucket.store.put('lease.json', 'free'));
    const take = async (text: string) => {
      const read = await bucket.store.get('lease.json');
      await bucket.store.put('lease.json', text, { ifVersion: read?.version ?? '' });
    };
    const ended = await time.until(Promise.all([nameOf(take('a')), nameOf(take('b'))]));
    expect(ended.toSorted()).toEqual(['StoreConflict', 'written']);
  });

  it('takes time for every request and is billed by it', async () => {
    const { time, bucket, meter } = bucketOf();
    await time.until(bucket.store.put('a', '1'));
    await time.until(bucket.store.get('a'));
    expect(time.now()).toBeGreaterThanOrEqual(10);
    expect(meter.used()).toMatchObject({ puts: 1, gets: 1, written: 1 });
    expect(monthOf(meter.used(), 73 * 3_600_000)).toMatchObject({ puts: 10, gets: 10, written: 10 });
  });

  it('has another hash after every write', async () => {
    const { time, bucket } = bucketOf();
    await time.until(bucket.store.put('a', '1'));
    const before = bucket.hash();
    await time.until(bucket.store.put('a', '1'));
    expect(bucket.hash()).not.toBe(before);
    expect([...bucket.takeStored()]).toEqual([['a', '1']]);
    expect([...bucket.takeStored()]).toEqual([]);
  });
});
