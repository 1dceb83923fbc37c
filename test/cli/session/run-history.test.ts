import { describe, expect, it } from 'vitest';
import { noteUnsealedRuns, prune } from '../../../lib/cli/session/run-history.ts';
import { approvalRetentionDays, longestApprovalHours } from '../../../lib/contract/store-keys.ts';
import { takeLease } from '../../../lib/run/apply/lease.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { verifyAudit } from '../../../lib/run/audit/reading.ts';
import { readLatestReport } from '../../../lib/run/publish/reports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { aChange, aPlan, at, leaveRun, storeReport } from '../../run/stored.ts';

const now = Date.parse('2026-03-02T08:00:00Z');
const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000).toISOString();

describe('pruning the local store', () => {
  it('removes proposed plans and approvals that are too old to count, and no others', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.proposedPlan('old'), { changes: [], proposedAt: daysAgo(approvalRetentionDays + 1) });
    await writeObject(store, keys.proposedPlan('young'), {
      changes: [],
      proposedAt: daysAgo(longestApprovalHours / 24),
    });
    await writeObject(store, keys.approval('old'), { proposedAt: daysAgo(approvalRetentionDays + 1) });
    await writeObject(store, keys.approval('young'), { proposedAt: daysAgo(longestApprovalHours / 24) });
    await writeObject(store, keys.approval('unreadable'), {});
    await prune({ store, clock: { now: () => now } });
    expect(await store.list('')).toEqual(
      [keys.approval('unreadable'), keys.approval('young'), keys.proposedPlan('young')].sort(),
    );
  });

  it('removes a large proposed plan with the parts of its list, after the plan itself, and no part of another', async () => {
    const store = createMemoryStore();
    const propose = (digest: string, days: number) => {
      const changes = Array.from({ length: 4_001 }, (_, n) => aChange(`${digest}-${n}`));
      return writeObject(store, keys.proposedPlan(digest), { changes, proposedAt: daysAgo(days) });
    };
    await propose('old', approvalRetentionDays + 1);
    await propose('young', 1);
    const before = await store.list(keys.proposedPlans);
    const deleted: string[] = [];
    const noting = { ...store, delete: (key: string) => store.delete(key).then(() => void deleted.push(key)) };
    await prune({ store: noting, clock: { now: () => now } });
    const ofOld = before.filter((key) => key.startsWith('proposed-plans/old/'));
    expect([deleted.length, deleted[0], [...deleted].sort()]).toEqual([3, keys.proposedPlan('old'), ofOld]);
  });

  it('keeps the latest 1000 runs of the list, by their time', async () => {
    const store = createMemoryStore();
    const keyOf = (n: number) => keys.runSummary(new Date(now + n * 60_000).toISOString(), `run-${n % 7}-${n}`);
    for (let n = 0; n < 1003; n += 1) await writeObject(store, keyOf(n), {});
    await prune({ store, clock: { now: () => now } });
    const kept = await store.list(keys.runSummaries);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, keyOf(3), keyOf(1002)]);
  });

  it('removes no run that wrote and is not in the audit yet, however old it is', async () => {
    const store = createMemoryStore();
    const clock = { now: () => now };
    const runs = Array.from({ length: 33 }, (_, n) => `run-${10 + n}`);
    for (const run of runs) await leaveRun(store, run, ['a']);
    for (const run of runs.slice(2)) await sealRun({ store, clock }, run);
    await prune({ store, clock });
    const left = new Set((await store.list(keys.runs)).map((key) => key.split('/')[1]));
    expect([...left]).toEqual([...runs.slice(0, 2), ...runs.slice(3)]);
  });

  it('keeps the run with the latest report, however many later runs were refused', async () => {
    const store = createMemoryStore();
    const plan = aPlan({});
    const report = {
      runId: 'run-10',
      startedAt: at,
      endedAt: at,
      outcome: 'nothing',
      error: null,
      cause: null,
    } as const;
    await storeReport(store, { ...report, plan, results: [], unread: [] });
    for (let n = 11; n < 43; n += 1) await writeObject(store, keys.report(`run-${n}`), {});
    await prune({ store, clock: { now: () => now } });
    expect((await readLatestReport(store))?.plan).toEqual(plan);
    expect(await store.list(keys.runFolder('run-11'))).toEqual([]);
  });

  it('lets the next run seal what it finds in the folder of a run, when nothing else knows of it', async () => {
    const store = createMemoryStore();
    const clock = { now: () => now };
    for (const run of ['run-1', 'run-2', 'run-3']) await leaveRun(store, run, ['a', 'b']);
    await sealRun({ store, clock }, 'run-2');
    await noteUnsealedRuns(store);
    await takeLease({ store, clock }, 'run-4', '');
    expect(await verifyAudit(store)).toMatchObject({ files: 3, records: 6 });
  });

  it('keeps them longer than any policy lets a plan wait', () => {
    expect(approvalRetentionDays * 24).toBeGreaterThan(longestApprovalHours);
  });
});
