import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformRefused, RunInterrupted, StoreConflict } from '../../../lib/contract/errors.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import type { Store } from '../../../lib/ports.ts';
import { Progress } from '../../../lib/run/apply/progress.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readProgress } from '../../../lib/run/store/progress-log.ts';
import { aChange } from '../stored.ts';

const changes = [aChange('orders'), aChange('billing')];
const part = { runId: 'run', phase: 'grant', project: 'shop', changes } as const;
const at = '2026-03-02T08:00:00.000Z';
const sends = async (progress: Progress, id = 'r1') => {
  const watch = progress.watch(async () => undefined);
  await watch.mayStart();
  watch.onRequestId(id);
};

describe('of two copies of one task', () => {
  it('the one that stores first goes on, and the other one stops before it sends anything', async () => {
    const store = createMemoryStore();
    const [first, second] = [await Progress.take(store, part), await Progress.take(store, part)];
    await first.intends(at);
    await expect(second.intends(at)).rejects.toThrow(StoreConflict);
    await first.accepted(aChange('orders'));
    expect((await Progress.take(store, part)).attempts).toHaveLength(1);
  });

  it('the later one records the write that the earlier one sent and could not record', async () => {
    const store = createMemoryStore();
    const given = await Progress.take(store, part);
    await given.intends(at);
    await sends(given);
    const next = await Progress.take(store, part);
    expect(next.isOpen).toBe(true);
    await next.accepted(aChange('orders'));
    await expect(given.accepted(aChange('orders'))).rejects.toThrow(StoreConflict);
    const [attempt] = (await Progress.take(store, part)).attempts;
    expect(attempt?.write?.at).toBe(at);
  });
});

describe('an interruption', () => {
  const interrupted = new RunInterrupted('The run was stopped: no further calls to the platform.');
  const afterInterruption = async (begin: (progress: Progress) => Promise<void>) => {
    const store = createMemoryStore();
    const progress = await Progress.take(store, part);
    await progress.intends(at);
    await begin(progress);
    await progress.failed(aChange('orders'), interrupted);
    return { ended: progress.ended, attempts: (await Progress.take(store, part)).attempts };
  };

  it('skips the change that was not sent yet, and all others', async () => {
    const ended = 'not tried: the run was interrupted';
    expect(await afterInterruption(async () => undefined)).toMatchObject({
      ended,
      attempts: [{ status: 'skipped', error: ended }],
    });
  });

  it('fails the change that may have been sent', async () => {
    expect((await afterInterruption(sends)).attempts).toMatchObject([{ status: 'failed', write: { uncertain: true } }]);
  });
});

const many = (length: number): Change[] => Array.from({ length }, (_, n) => aChange(`service-${n}`));

/** Writes every change of a part. @returns the sizes of what it stored for each, in characters */
const writeAll = async (store: Store, all: readonly Change[]): Promise<number[]> => {
  const sizes: number[] = [];
  const counting: Store = {
    ...store,
    append: async (key, record) => {
      sizes.push(record.body.length);
      return store.append(key, record);
    },
  };
  const progress = await Progress.take(counting, { ...part, changes: all });
  for (const change of all) {
    await progress.intends(at);
    await sends(progress);
    await progress.accepted(change);
  }
  return sizes;
};

describe('the progress of a part', () => {
  it.each([10, 1_000])('costs two small records a write, whether it is one of 1 or of %i', async (length) => {
    const all = many(length);
    const [least = 0, most = 0] = (await writeAll(createMemoryStore(), all.slice(0, 1))).sort((a, b) => a - b);
    const sizes = await writeAll(createMemoryStore(), all);
    expect(sizes.length).toBe(2 * length);
    // The index of the change has some digits more.
    expect(Math.max(...sizes)).toBeLessThan(most + 5);
    expect(Math.min(...sizes)).toBe(least);
  });

  it('knows the ids that the release phase of its project gave to endpoints', async () => {
    const store = createMemoryStore();
    const released = await Progress.take(store, { ...part, phase: 'release' });
    await released.intends(at);
    await sends(released);
    released.made.set('headroom-orders', 'new-id');
    await released.accepted(aChange('orders'));
    expect((await Progress.take(store, part)).made.get('headroom-orders')).toBe('new-id');
  });

  it('is what a task recorded, whenever a task dies', async () => {
    const refused = new PlatformRefused('no', { method: 'PUT', path: '/v1' });
    const tries = {
      accepted: async (progress: Progress, change: Change) => {
        await progress.intends(at);
        await sends(progress);
        await progress.accepted(change);
      },
      failed: async (progress: Progress, change: Change) => {
        await progress.intends(at);
        await progress.failed(change, refused);
      },
      skipped: async (progress: Progress, change: Change) => progress.skipped(change, 'not now'),
    } as const;
    const action = fc.constantFrom(...(['accepted', 'failed', 'skipped', 'dies'] as const));
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 120 }), async (actions) => {
        const store = createMemoryStore();
        const all = many(actions.length);
        const take = () => Progress.take(store, { ...part, changes: all });
        let progress = await take();
        for (const one of actions) {
          // A change that was skipped since the last record is decided again.
          if (one === 'dies') progress = await take();
          else await tries[one](progress, all[progress.attempts.length] as Change);
        }
        await progress.intends(at);
        const stored = await readProgress(store, part);
        const statuses = ({ attempts }: Pick<typeof stored, 'attempts'>) => attempts.map(({ status }) => status);
        expect(statuses(stored)).toEqual(statuses(progress));
        expect(stored.intent).toEqual({ at });
      }),
      { numRuns: 40 },
    );
  });
});
