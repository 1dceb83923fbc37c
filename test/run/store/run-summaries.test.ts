import { describe, expect, it } from 'vitest';
import { PlatformUnavailable } from '../../../lib/contract/errors.ts';
import type { ChangeResult, ChangeStatus } from '../../../lib/core/change/change.ts';
import { summarize } from '../../../lib/core/plan/summary.ts';
import type { Store } from '../../../lib/ports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import type { ReportObject, RunObject } from '../../../lib/run/store/run-objects.ts';
import { listRuns, noteRunBegun, noteRunEnded } from '../../../lib/run/store/run-summaries.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { aChange, aPlan, aRun } from '../stored.ts';

const at = (minute: number) => new Date(Date.parse('2026-03-02T08:00:00Z') + minute * 60_000).toISOString();

const runOf = (runId: string, minute: number): RunObject =>
  aRun({ runId, startedAt: at(minute), trigger: { kind: 'manual', by: 'ada' } });

const finding = { code: 'not-eligible' as const, project: 'shop', service: 'orders', message: 'It cannot have it.' };

const plan = aPlan({
  digest: 'd1',
  summary: { ...summarize([], []), enable: 2, raise: 1, addedGb: 300, addedMonthly: '45.00' },
  findings: [finding, finding],
});

const result = (status: ChangeStatus): ChangeResult => ({ ...aChange('orders'), status });

const reportOf = (runId: string, minute: number, more: Partial<ReportObject> = {}): ReportObject => ({
  runId,
  startedAt: at(minute),
  endedAt: at(minute + 1),
  outcome: 'partial',
  error: null,
  cause: null,
  plan,
  results: [result('confirmed'), result('confirmed'), result('failed')],
  unread: [],
  ...more,
});

/** How many objects were read. */
const counting = (store: Store) => {
  const counted = { gets: 0 };
  const get: Store['get'] = (key) => {
    counted.gets += 1;
    return store.get(key);
  };
  return { store: { ...store, get }, counted };
};

const idsOf = async (store: Store, last: number) => (await listRuns(store, last)).runs.map(({ runId }) => runId);

describe('the list of runs', () => {
  it('says of each run how it ended, what it came to and who asked for it', async () => {
    const store = createMemoryStore();
    await noteRunBegun(store, runOf('run-1', 0));
    await noteRunEnded(store, runOf('run-1', 0), reportOf('run-1', 0));
    expect(await listRuns(store, 5)).toEqual({
      runs: [
        {
          runId: 'run-1',
          startedAt: at(0),
          endedAt: at(1),
          outcome: 'partial',
          trigger: { kind: 'manual', by: 'ada' },
          mode: 'enforce',
          undo: null,
          digest: 'd1',
          plan: expect.objectContaining({
            enable: 2,
            raise: 1,
            lower: 0,
            disable: 0,
            addedGb: 300,
            addedMonthly: '45.00',
          }),
          results: { confirmed: 2, unconfirmed: 0, failed: 1, skipped: 0 },
          findings: 2,
          unread: 0,
          error: null,
        },
      ],
      unreadable: [],
    });
  });

  it('begins with the newest, whatever the ids, and reads no more than it lists', async () => {
    const memory = createMemoryStore();
    for (let n = 0; n < 30; n += 1) {
      const runId = `${(n * 7) % 30}-run`;
      await noteRunEnded(memory, runOf(runId, n), reportOf(runId, n));
      await writeObject(memory, keys.report(runId), reportOf(runId, n));
    }
    const { store, counted } = counting(memory);
    expect(await idsOf(store, 3)).toEqual(['23-run', '16-run', '9-run']);
    expect(counted.gets).toBe(3);
  });

  it('has a run that was cut short, without an outcome', async () => {
    const store = createMemoryStore();
    await noteRunBegun(store, runOf('run-1', 0));
    expect((await listRuns(store, 5)).runs).toMatchObject([
      { runId: 'run-1', outcome: null, endedAt: null, plan: null },
    ]);
  });

  it('has a run that failed before it had begun, by the time at which it ended', async () => {
    const store = createMemoryStore();
    const failed = {
      startedAt: null,
      plan: null,
      results: [],
      outcome: 'failed',
      error: 'LeaseHeld',
      cause: 'busy',
    } as const;
    await noteRunEnded(store, undefined, reportOf('run-1', 3, failed));
    expect((await listRuns(store, 5)).runs).toMatchObject([
      { startedAt: at(4), outcome: 'failed', error: 'LeaseHeld: busy', trigger: null, mode: null },
    ]);
  });

  it('says who requested a run that failed before it had begun', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(100));
    const { platform } = headroom.ports;
    const listProjects: typeof platform.listProjects = async () => {
      throw new PlatformUnavailable('no answer', { method: 'GET', path: '/project' });
    };
    expect((await headroom.reconcile({ ports: { platform: { ...platform, listProjects } } })).outcome).toBe('failed');
    const { runs } = await listRuns(headroom.store, 5);
    expect(runs).toMatchObject([{ outcome: 'failed', trigger: { kind: 'manual', by: 'a test' } }]);
  });

  it.each(['garbage', '{}', '{"version":2}', ''])('goes on past one that says %j, and names it', async (body) => {
    const store = createMemoryStore();
    await noteRunEnded(store, runOf('run-1', 1), reportOf('run-1', 1));
    const key = keys.runSummary(at(2), 'run-2');
    await store.put(key, body);
    const { runs, unreadable } = await listRuns(store, 5);
    expect([runs.map(({ runId }) => runId), unreadable]).toEqual([['run-1'], [key]]);
  });
});
