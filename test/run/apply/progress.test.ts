import { describe, expect, it } from 'vitest';
import { StoreConflict } from '../../../lib/contract/errors.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import { Progress } from '../../../lib/run/apply/progress.ts';
import { aChange } from '../stored.ts';

const changes = [aChange('orders'), aChange('billing')];
const part = { runId: 'run', phase: 'grant', project: 'shop', changes } as const;
const at = '2026-03-02T08:00:00.000Z';

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
    given.begins().onRequestId('r1');
    const next = await Progress.take(store, part);
    expect(next.isOpen).toBe(true);
    await next.accepted(aChange('orders'));
    await expect(given.accepted(aChange('orders'))).rejects.toThrow(StoreConflict);
    const [attempt] = (await Progress.take(store, part)).attempts;
    expect(attempt?.write?.at).toBe(at);
  });
});
