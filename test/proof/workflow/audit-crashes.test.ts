import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../lib/contract/errors.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import type { Store } from '../../../lib/ports.ts';
import { unsealedRuns } from '../../../lib/run/audit/log.ts';
import { auditRecordsOf, verifyAudit } from '../../../lib/run/audit/reading.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import {
  expectDistinct,
  plannedWrites,
  projectsNamed,
  recordsOf,
  runKilledAt,
  scenario,
  sevenHours,
} from '../../workflow/audited-run.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { dyingAtEach } from '../../workflow/mortal.ts';
import { wantedByTag as policy } from '../../workflow/scenarios.ts';

describe('the audit across crashes', () => {
  it.each(['before', 'after'] as const)('has every write of a run that died right %s any of them', async (when) => {
    const deaths = await dyingAtEach(async (fatal) => {
      const headroom = await startHeadroom(projectsNamed('a'), policy);
      const killed = await headroom.counted(() => runKilledAt(headroom, fatal, when));
      if (!killed.result) return false;
      headroom.pass(sevenHours);
      const next = await headroom.counted(() => headroom.reconcile({ runId: 'next' }));
      const first = await recordsOf(headroom, 'killed');
      expect(first).toHaveLength(when === 'after' ? killed.writes : killed.writes + 1);
      expect(first.map(({ status }) => status === 'unknown')).toEqual([...Array(fatal - 1).fill(false), true]);
      expect(await recordsOf(headroom, 'next')).toHaveLength(next.writes);
      expectDistinct(await recordsOf(headroom));
      expect(await verifyAudit(headroom.store)).toMatchObject({ headBehind: false });
      return true;
    });
    expect(deaths).toBe(plannedWrites / 2);
  });

  it('has every write of a dead run although its lease was deleted, and verifies', async () => {
    const headroom = await startHeadroom(scenario, policy);
    const killed = await headroom.counted(() => runKilledAt(headroom, 9, 'after'));
    expect(killed.writes).toBe(9);
    await headroom.store.delete(keys.lease);
    const next = await headroom.counted(() => headroom.reconcile({ runId: 'next' }));
    expect((await recordsOf(headroom, 'killed')).length).toBeGreaterThanOrEqual(killed.writes);
    expect(await recordsOf(headroom, 'next')).toHaveLength(next.writes);
    expectDistinct(await recordsOf(headroom));
    expect(await verifyAudit(headroom.store)).toMatchObject({ files: 2, headBehind: false });
    expect(await unsealedRuns(headroom.store)).toEqual([]);
  });

  it('has every write of a dead run although its lease was cut, once a person has deleted what is left of it', async () => {
    const headroom = await startHeadroom(scenario, policy);
    const killed = await headroom.counted(() => runKilledAt(headroom, 9, 'after'));
    const lease = (await headroom.store.get(keys.lease))?.body ?? '';
    await headroom.store.put(keys.lease, lease.slice(0, 20));
    const stopped = await headroom.counted(() => headroom.reconcile({ runId: 'stopped' }));
    expect(stopped.result).toMatchObject({ outcome: 'failed', error: 'StoreDamaged' });
    expect(stopped.writes).toBe(0);
    await headroom.store.delete(keys.lease);
    expect((await headroom.reconcile({ runId: 'next' })).outcome).toBe('applied');
    expect((await recordsOf(headroom, 'killed')).length).toBeGreaterThanOrEqual(killed.writes);
    expect(await verifyAudit(headroom.store)).toMatchObject({ files: 2, headBehind: false });
  });

  it('is not made of a run that was quicker to take the lease, and is still at work', async () => {
    const headroom = await startHeadroom(projectsNamed('a'), policy);
    let isBegun = false;
    const get: Store['get'] = async (key) => {
      const seen = await headroom.store.get(key);
      // Right after the look at the lease another run takes it, and dies at its fourth write.
      if (key === keys.lease && !isBegun) {
        isBegun = true;
        await runKilledAt(headroom, 4, 'after');
      }
      return seen;
    };
    const slower = await headroom.reconcile({ runId: 'slower', ports: { store: { ...headroom.store, get } } });
    expect(slower.error).toBe('LeaseHeld');
    expect(await headroom.store.list(keys.audit)).toEqual([]);
    expect(await unsealedRuns(headroom.store)).toEqual(['killed']);
  });

  it('goes on for every project where a line of the log of a dead run is damaged: what it hides is in the audit as damaged', async () => {
    const headroom = await startHeadroom(projectsNamed('a', 'b'), policy);
    await runKilledAt(headroom, 4, 'after');
    const [progress = ''] = await headroom.store.list(keys.allProgress('killed'));
    const lines = ((await headroom.store.get(progress))?.body ?? '').trimEnd().split('\n');
    const damaged = lines.with(-1, 'a line of other text');
    await headroom.store.put(progress, `${damaged.join('\n')}\n`);
    headroom.pass(sevenHours);
    const next = await headroom.counted(() => headroom.reconcile({ runId: 'next' }));
    expect(next.result.outcome).toBe('applied');
    expect(new Set((await recordsOf(headroom, 'next')).map(({ project }) => project)).has('b')).toBe(true);
    expect(await recordsOf(headroom, 'next')).toHaveLength(next.writes);
    const first = await recordsOf(headroom, 'killed');
    expect(first.filter(({ status }) => status === 'damaged')).not.toEqual([]);
    expect(await verifyAudit(headroom.store)).toMatchObject({ files: 2, headBehind: false });
    expect(await unsealedRuns(headroom.store)).toEqual([]);
  });

  it('finds the note of a sealed run again in the audit when that note is damaged, and seals nothing twice', async () => {
    const headroom = await startHeadroom(projectsNamed('a'), policy);
    await headroom.reconcile({ runId: 'first' });
    await headroom.store.put(keys.sealed('first'), '{"sequence":');
    await headroom.reconcile({ runId: 'second' });
    expect(await verifyAudit(headroom.store)).toMatchObject({ files: 1 });
    expect(await auditRecordsOf(headroom.store, 'first')).toHaveLength(plannedWrites / 2);
  });

  it('has every write when two projects were at work as the run died: of each the last one may be unknown', async () => {
    const deaths = await dyingAtEach(async (fatal) => {
      const headroom = await startHeadroom(scenario, policy);
      const killed = await headroom.counted(() => runKilledAt(headroom, fatal, 'after'));
      if (!killed.result) return false;
      headroom.pass(sevenHours);
      await headroom.reconcile({ runId: 'next' });
      const records = await recordsOf(headroom, 'killed');
      const unknown = records.filter(({ status }) => status === 'unknown').length;
      expect(unknown).toBeLessThanOrEqual(2);
      expect(records.length).toBeGreaterThanOrEqual(killed.writes);
      expect(records.length - unknown).toBeLessThan(killed.writes);
      expectDistinct(await recordsOf(headroom));
      return true;
    });
    expect(deaths).toBe(plannedWrites);
  });

  it.each(['before', 'after'] as const)(
    'has one record for each write when a task is repeated because the store failed %s a put',
    async (when) => {
      const failures = await dyingAtEach(async (fatal) => {
        const headroom = await startHeadroom(projectsNamed('a'), policy);
        let puts = 0;
        const failing = async (key: string, write: () => Promise<void>) => {
          if (!/progress|audit|sealed/.test(key)) return write();
          puts += 1;
          if (puts !== fatal) return write();
          if (when === 'after') await write();
          throw new StoreUnavailable('killed');
        };
        const { store } = headroom;
        const put: Store['put'] = (key, ...rest) => failing(key, () => store.put(key, ...rest));
        const append: Store['append'] = (key, record) => failing(key, () => store.append(key, record));
        const { result, writes } = await headroom.counted(() =>
          headroom.reconcile({ runId: 'run', ports: { store: { ...store, put, append } } }),
        );
        if (puts < fatal) return false;
        expect(result.outcome).toBe('applied');
        const records = await recordsOf(headroom);
        expectDistinct(records);
        expect(records.map(({ status }) => status)).toEqual(Array(plannedWrites / 2).fill('confirmed'));
        // What was written before its end could be stored is asked for once more, and is the same write.
        expect(writes - plannedWrites / 2).toBeLessThanOrEqual(1);
        expect(await verifyAudit(headroom.store)).toMatchObject({ files: 1, headBehind: false });
        return true;
      });
      // Before each write its intent is stored, and after it its end.
      expect(failures).toBeGreaterThanOrEqual(plannedWrites);
    },
  );

  it('has the writes of a run whose report came from outside, once', async () => {
    const headroom = await startHeadroom(projectsNamed('a'), policy);
    const killed = await headroom.counted(() => runKilledAt(headroom, 3, 'after'));
    const failure = { Error: 'TIMED_OUT', Cause: 'the execution ended' };
    const { report } = taskHandlers(headroom.ports);
    for (let time = 0; time < 2; time += 1) await report({ runId: 'killed', failure, unlessReported: true });
    expect(await recordsOf(headroom)).toHaveLength(killed.writes);
    expect((await headroom.reconcile()).outcome).toBe('applied');
    expect(await verifyAudit(headroom.store)).toMatchObject({ files: 2 });
  });
});
