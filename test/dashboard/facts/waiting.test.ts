import { describe, expect, it } from 'vitest';
import { approverOf, approverSince } from '../../../lib/dashboard/facts/waiting.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';
import { aPlan } from '../../run/stored.ts';

const [whole, rest] = ['a'.repeat(64), 'b'.repeat(64)];
const endedAt = '2030-01-01T01:00:00.000Z';

const report = (waits: boolean): ReportObject => ({
  ...{ runId: 'run-1', startedAt: null, endedAt, outcome: 'needs-approval', error: null, cause: null },
  ...{ results: [], unread: [] },
  plan: aPlan({ digest: whole, ...(waits && { proposal: { digest: rest } as never }) }),
});

/** A store in which these plans were approved. */
const approved = async (...approvals: readonly (readonly [digest: string, approvedAt: string])[]) => {
  const store = createMemoryStore();
  for (const [digest, approvedAt] of approvals)
    await writeObject(store, keys.approval(digest), {
      digest,
      proposedAt: endedAt,
      approvedAt,
      by: 'ana',
      exact: false,
    });
  return store;
};

describe('who approved what waits since a run', () => {
  it.each([
    ['no one', [], undefined],
    ['one who approved the rest since', [[rest, '2030-01-01T01:00:00.000Z']], 'ana'],
    ['one who approved the whole plan since', [[whole, '2030-01-01T02:00:00.000Z']], 'ana'],
    ['no one by an approval before the run ended', [[rest, '2030-01-01T00:59:59.999Z']], undefined],
    ['no one by the approval of another plan', [['c'.repeat(64), '2030-01-01T02:00:00.000Z']], undefined],
  ] as const)('is %s', async (_, approvals, by) => {
    expect(await approverSince(await approved(...approvals), report(true))).toBe(by);
  });

  it('is no one where nothing waits, or nothing was reported', async () => {
    const store = await approved([whole, '2030-01-01T02:00:00.000Z']);
    expect(await approverSince(store, report(false))).toBeUndefined();
    expect(await approverSince(store, undefined)).toBeUndefined();
  });
});

it('who approved a plan is known by its whole digest alone', async () => {
  const store = await approved([whole, '2029-01-01T00:00:00.000Z']);
  expect(await approverOf(store, whole)).toBe('ana');
  expect([await approverOf(store, whole.slice(0, 12)), await approverOf(store, rest)]).toEqual([undefined, undefined]);
});
