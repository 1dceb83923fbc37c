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

  it('keeps them longer than any policy lets a plan wait', () => {
    expect(keptApprovalDays * 24).toBeGreaterThan(longestApprovalHours);
  });
});
