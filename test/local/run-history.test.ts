import { describe, expect, it } from 'vitest';
import { keptApprovalDays, longestApprovalHours } from '../../lib/contract/approval-limits.ts';
import { prune } from '../../lib/local/run-history.ts';
import { keys, writeObject } from '../../lib/run/objects.ts';
import { createMemoryStore } from '../memory-store.ts';

const now = Date.parse('2026-03-02T08:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000).toISOString();

describe('pruning the local store', () => {
  it('removes proposals and approvals that are too old to count, and no others', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.proposal('old'), { proposedAt: daysAgo(keptApprovalDays + 1) });
    await writeObject(store, keys.proposal('young'), { proposedAt: daysAgo(longestApprovalHours / 24) });
    await writeObject(store, keys.approval('old'), { usedAt: daysAgo(keptApprovalDays + 1) });
    await writeObject(store, keys.approval('young'), { usedAt: daysAgo(longestApprovalHours / 24) });
    await writeObject(store, keys.approval('unreadable'), {});
    await prune({ store, clock: { now: () => now } });
    expect(await store.list('')).toEqual(
      [keys.approval('unreadable'), keys.approval('young'), keys.proposal('young')].sort(),
    );
  });

  it('keeps the latest 1000 runs of the list, by their time', async () => {
    const store = createMemoryStore();
    const keyOf = (n: number) => keys.runSummary(new Date(now + n * 60_000).toISOString(), `run-${n % 7}-${n}`);
    for (let n = 0; n < 1003; n += 1) await writeObject(store, keyOf(n), {});
    await prune({ store, clock: { now: () => now } });
    const kept = await store.list(keys.runSummaries);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, keyOf(3), keyOf(1002)]);
  });

  it('keeps them longer than any policy lets a plan wait', () => {
    expect(keptApprovalDays * 24).toBeGreaterThan(longestApprovalHours);
  });
});
