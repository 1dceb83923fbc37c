import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../lib/contract/errors.ts';
import type { AuditRecord } from '../../lib/core/audit/audit.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { unsealedRuns } from '../../lib/run/audit/log.ts';
import { auditedRuns, auditRecordsOf, verifyAudit } from '../../lib/run/audit/reading.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { dyingAtEach, mortalPorts } from './mortal.ts';
import { enableAll, even, organizationOf, pg, wantedByTag as policy } from './scenarios.ts';
import { operatorToken, startWorld, type World } from './world.ts';

const sevenHours = 7 * 60 * 60 * 1000;

/** Two projects in which there is something to enable, to lower, to raise and to disable. */
const projectsNamed = (...names: string[]) =>
  organizationOf(
    names.map((name) => ({
      name,
      services: [pg('new'), pg('lower', { tags: { want: 'less' } }), pg('raise'), pg('off', { tags: { want: 'off' } })],
      endpoints: ['lower', 'raise', 'off'].map((service) => ({ name: `headroom-${service}`, maxAdditionalGb: 100 })),
      integrations: ['lower', 'raise', 'off'].map((service) => ({ service, endpoint: `headroom-${service}` })),
    })),
  );

const scenario = projectsNamed('a', 'b');

const plannedWrites = 12;

const recordsOf = async ({ store }: World, runId?: string): Promise<AuditRecord[]> => {
  const records: AuditRecord[] = [];
  for await (const run of auditedRuns(store)) records.unshift(...run.toReversed());
  return records.filter((record) => runId === undefined || record.runId === runId);
};

const nameOf = ({ runId, kind, project, service }: AuditRecord) => `${runId} ${kind} ${project}/${service}`;

const expectDistinct = (records: readonly AuditRecord[]) =>
  expect(new Set(records.map(nameOf)).size).toBe(records.length);

/** Runs once as a process that dies at the write of that number; answers whether there was one. */
const runKilledAt = async (world: World, fatal: number, when: 'before' | 'after'): Promise<boolean> => {
  const { ports, isDead } = mortalPorts(world.ports, fatal, when);
  await world.reconcile({ runId: 'killed', ports }).catch(() => undefined);
  return isDead();
};

describe('the audit of a run', () => {
  it('has one record for each write, with what it changed, why, by whom, and the request id of the platform', async () => {
    const world = await startWorld(scenario, policy);
    const { result, writes } = await world.counted(() => world.reconcile({ runId: 'run' }));
    const records = await recordsOf(world);
    expect(records).toHaveLength(writes);
    expect(writes).toBe(plannedWrites);
    expectDistinct(records);
    expect(records.map(nameOf)).toEqual(
      result.plan?.changes.map(({ kind, project, service }) => `run ${kind} ${project}/${service}`),
    );
    expect(new Set(records.map(({ requestId }) => requestId)).size).toBe(writes);
    const endpoint = (gb: number) => ({ kind: 'endpoint', maximum: { kind: 'additional', gb }, maxAdditionalGb: gb });
    const common = {
      runId: 'run',
      digest: result.plan?.digest,
      trigger: { kind: 'manual', by: 'a test' },
      project: 'a',
      at: '2026-03-02T08:00:00.000Z',
      status: 'confirmed',
      error: null,
      requestId: expect.stringMatching(/^req-/),
    };
    const update = { kind: 'update-endpoint', endpointName: 'headroom-raise', rule: 'rest', before: endpoint(100) };
    expect(records).toContainEqual(expect.objectContaining({ ...common, ...update, after: endpoint(200) }));
    const created = records.find(({ kind, project }) => kind === 'create-endpoint' && project === 'a');
    expect(created).toMatchObject({ ...common, service: 'new', before: null, after: endpoint(200) });
    const id = world.platform.state().projects[0]?.endpoints.find(({ name }) => name === 'headroom-new')?.id;
    expect(created?.endpointId).toBe(id);
    const attached = records.find(({ kind, project }) => kind === 'create-integration' && project === 'a');
    expect(attached).toMatchObject({ after: { kind: 'integration', integrationId: null, endpointId: id } });
    const deleted = records.find(({ kind, project }) => kind === 'delete-endpoint' && project === 'a');
    expect(deleted).toMatchObject({ ...common, service: 'off', rule: 'off', before: endpoint(100), after: null });
  });

  it('has no file for a run that writes nothing, and one chain over all that do', async () => {
    const world = await startWorld(scenario, policy);
    await world.reconcile();
    await world.reconcile();
    await world.store.put(keys.policy, enableAll(120));
    await world.reconcile();
    expect((await world.store.list(keys.audit)).length).toBe(2);
    expect(await verifyAudit(world.store)).toMatchObject({ files: 2, headBehind: false });
  });

  it('has writes that the platform refused, and none that were skipped or failed before they were sent', async () => {
    const world = await startWorld(even(1, 3), enableAll(200));
    await world.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 1, status: 400 }]);
    const { writes } = await world.counted(() => world.reconcile());
    const records = await recordsOf(world);
    expect(records).toHaveLength(writes);
    expect(records.map(({ service, status }) => [service, status])).toEqual([
      ['service-0', 'failed'],
      ['service-1', 'confirmed'],
      ['service-1', 'confirmed'],
      ['service-2', 'confirmed'],
      ['service-2', 'confirmed'],
    ]);
    expect(records[0]?.error).toContain('PlatformRefused');
  });

  it('says unconfirmed of what reading back does not show', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    const createIntegration: Platform['createIntegration'] = async (_project, _service, _endpoint, watch) =>
      watch?.mayStart?.();
    await world.reconcile({ ports: { platform: { ...world.ports.platform, createIntegration } } });
    expect((await recordsOf(world)).map(({ status }) => status)).toEqual(['unconfirmed', 'unconfirmed']);
  });

  it('holds no token', async () => {
    const world = await startWorld(scenario, policy);
    await world.reconcile();
    for (const key of [keys.auditHead, ...(await world.store.list(keys.audit))]) {
      expect((await world.store.get(key))?.body).not.toContain(operatorToken);
    }
  });
});

describe('the audit across crashes', () => {
  it.each(['before', 'after'] as const)('has every write of a run that died right %s any of them', async (when) => {
    const deaths = await dyingAtEach(async (fatal) => {
      const world = await startWorld(projectsNamed('a'), policy);
      const killed = await world.counted(() => runKilledAt(world, fatal, when));
      if (!killed.result) return false;
      world.pass(sevenHours);
      const next = await world.counted(() => world.reconcile({ runId: 'next' }));
      const first = await recordsOf(world, 'killed');
      expect(first).toHaveLength(when === 'after' ? killed.writes : killed.writes + 1);
      expect(first.map(({ status }) => status === 'unknown')).toEqual([...Array(fatal - 1).fill(false), true]);
      expect(await recordsOf(world, 'next')).toHaveLength(next.writes);
      expectDistinct(await recordsOf(world));
      expect(await verifyAudit(world.store)).toMatchObject({ headBehind: false });
      return true;
    });
    expect(deaths).toBe(plannedWrites / 2);
  });

  it('has every write of a dead run although its lease was deleted, and verifies', async () => {
    const world = await startWorld(scenario, policy);
    const killed = await world.counted(() => runKilledAt(world, 9, 'after'));
    expect(killed.writes).toBe(9);
    await world.store.delete(keys.lease);
    const next = await world.counted(() => world.reconcile({ runId: 'next' }));
    expect((await recordsOf(world, 'killed')).length).toBeGreaterThanOrEqual(killed.writes);
    expect(await recordsOf(world, 'next')).toHaveLength(next.writes);
    expectDistinct(await recordsOf(world));
    expect(await verifyAudit(world.store)).toMatchObject({ files: 2, headBehind: false });
    expect(await unsealedRuns(world.store)).toEqual([]);
  });

  it('has every write of a dead run although its lease was cut, once a person has deleted what is left of it', async () => {
    const world = await startWorld(scenario, policy);
    const killed = await world.counted(() => runKilledAt(world, 9, 'after'));
    const lease = (await world.store.get(keys.lease))?.body ?? '';
    await world.store.put(keys.lease, lease.slice(0, 20));
    const stopped = await world.counted(() => world.reconcile({ runId: 'stopped' }));
    expect(stopped.result).toMatchObject({ outcome: 'failed', error: 'StoreDamaged' });
    expect(stopped.writes).toBe(0);
    await world.store.delete(keys.lease);
    expect((await world.reconcile({ runId: 'next' })).outcome).toBe('applied');
    expect((await recordsOf(world, 'killed')).length).toBeGreaterThanOrEqual(killed.writes);
    expect(await verifyAudit(world.store)).toMatchObject({ files: 2, headBehind: false });
  });

  it('is not made of a run that was quicker to take the lease, and is still at work', async () => {
    const world = await startWorld(projectsNamed('a'), policy);
    let isBegun = false;
    const get: Store['get'] = async (key) => {
      const seen = await world.store.get(key);
      // Right after the look at the lease another run takes it, and dies at its fourth write.
      if (key === keys.lease && !isBegun) {
        isBegun = true;
        await runKilledAt(world, 4, 'after');
      }
      return seen;
    };
    const slower = await world.reconcile({ runId: 'slower', ports: { store: { ...world.store, get } } });
    expect(slower.error).toBe('LeaseHeld');
    expect(await world.store.list(keys.audit)).toEqual([]);
    expect(await unsealedRuns(world.store)).toEqual(['killed']);
  });

  it('waits for what it is made of where that is damaged: no run begins, and the error names it and the way out', async () => {
    const world = await startWorld(projectsNamed('a'), policy);
    await runKilledAt(world, 4, 'after');
    const [progress] = await world.store.list(keys.allProgress('killed'));
    const whole = (await world.store.get(progress ?? ''))?.body ?? '';
    await world.store.put(progress ?? '', '{"attempts":');
    world.pass(sevenHours);
    const stopped = await world.counted(() => world.reconcile({ runId: 'stopped' }));
    expect(stopped.result.cause).toContain(
      `${progress} in the store cannot be read (it is not JSON). The audit needs it`,
    );
    expect(stopped.writes).toBe(0);
    await world.store.put(progress ?? '', whole);
    expect((await world.reconcile({ runId: 'next' })).outcome).toBe('applied');
    expect(await verifyAudit(world.store)).toMatchObject({ files: 2 });
  });

  it('finds the note of a sealed run again in the audit when that note is damaged, and seals nothing twice', async () => {
    const world = await startWorld(projectsNamed('a'), policy);
    await world.reconcile({ runId: 'first' });
    await world.store.put(keys.sealed('first'), '{"sequence":');
    await world.reconcile({ runId: 'second' });
    expect(await verifyAudit(world.store)).toMatchObject({ files: 1 });
    expect(await auditRecordsOf(world.store, 'first')).toHaveLength(plannedWrites / 2);
  });

  it('has every write when two projects were at work as the run died: of each the last one may be unknown', async () => {
    const deaths = await dyingAtEach(async (fatal) => {
      const world = await startWorld(scenario, policy);
      const killed = await world.counted(() => runKilledAt(world, fatal, 'after'));
      if (!killed.result) return false;
      world.pass(sevenHours);
      await world.reconcile({ runId: 'next' });
      const records = await recordsOf(world, 'killed');
      const unknown = records.filter(({ status }) => status === 'unknown').length;
      expect(unknown).toBeLessThanOrEqual(2);
      expect(records.length).toBeGreaterThanOrEqual(killed.writes);
      expect(records.length - unknown).toBeLessThan(killed.writes);
      expectDistinct(await recordsOf(world));
      return true;
    });
    expect(deaths).toBe(plannedWrites);
  });

  it.each(['before', 'after'] as const)(
    'has one record for each write when a task is repeated because the store failed %s a put',
    async (when) => {
      const failures = await dyingAtEach(async (fatal) => {
        const world = await startWorld(projectsNamed('a'), policy);
        let puts = 0;
        const put: Store['put'] = async (key, body, condition) => {
          if (!/progress|audit|sealed/.test(key)) return world.store.put(key, body, condition);
          puts += 1;
          if (puts !== fatal) return world.store.put(key, body, condition);
          if (when === 'after') await world.store.put(key, body, condition);
          throw new StoreUnavailable('killed');
        };
        const { result, writes } = await world.counted(() =>
          world.reconcile({ runId: 'run', ports: { store: { ...world.store, put } } }),
        );
        if (puts < fatal) return false;
        expect(result.outcome).toBe('applied');
        const records = await recordsOf(world);
        expectDistinct(records);
        expect(records.map(({ status }) => status)).toEqual(Array(plannedWrites / 2).fill('confirmed'));
        // What was written before its end could be stored is asked for once more, and is the same write.
        expect(writes - plannedWrites / 2).toBeLessThanOrEqual(1);
        expect(await verifyAudit(world.store)).toMatchObject({ files: 1, headBehind: false });
        return true;
      });
      // Before each write its intent is stored, and after it its end.
      expect(failures).toBeGreaterThanOrEqual(plannedWrites);
    },
  );

  it('has the writes of a run whose report came from outside, once', async () => {
    const world = await startWorld(projectsNamed('a'), policy);
    const killed = await world.counted(() => runKilledAt(world, 3, 'after'));
    const failure = { Error: 'TIMED_OUT', Cause: 'the execution ended' };
    const { report } = taskHandlers(world.ports);
    for (let time = 0; time < 2; time += 1) await report({ runId: 'killed', failure, unlessReported: true });
    expect(await recordsOf(world)).toHaveLength(killed.writes);
    expect((await world.reconcile()).outcome).toBe('applied');
    expect(await verifyAudit(world.store)).toMatchObject({ files: 2 });
  });
});
