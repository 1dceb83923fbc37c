import { describe, expect, it } from 'vitest';
import { OutOfTime, PlatformNotOffered, PlatformRefused } from '../../../lib/contract/errors.ts';
import { isoInstant, secondMs } from '../../../lib/core/model/durations.ts';
import type { Platform } from '../../../lib/ports.ts';
import { afterFailure, applyChanges } from '../../../lib/run/apply/apply-changes.ts';
import { takeLease } from '../../../lib/run/apply/lease.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import { at, integrationWith } from '../../core/one-service.ts';
import { aPolicy, aService, aSnapshot, enableAll, planOf } from '../../core/organization.ts';
import { aRun } from '../stored.ts';

const project = 'shop-prod';
const names = ['billing', 'orders'];

/** A project whose two services are to get 100 GB, from as much as they have. */
const started = async (presentGb: number | null, phase: 'release' | 'grant' = 'grant') => {
  const store = createMemoryStore();
  let nowMs = Date.parse('2030-06-15T12:00:00Z');
  const clock = { now: () => nowMs };
  const snapshot = aSnapshot({
    services: names.map((name) =>
      aService({ name, integrations: presentGb === null ? [] : [integrationWith(`e-${name}`)] }),
    ),
    endpoints: presentGb === null ? [] : names.map((name) => at(`e-${name}`, presentGb, `headroom-${name}`)),
  });
  const { changes } = planOf([snapshot], { policy: aPolicy({ rules: [enableAll(100)] }) }).plan;
  await writeObject(store, keys.plannedProject('run', project), {
    changes: [],
    ...snapshot,
    readAt: isoInstant(clock.now()),
  });
  await writeObject(
    store,
    keys.run('run'),
    aRun({ runId: 'run', policy: 'version: 1\nrules:\n  - { name: r, match: { project: "*" }, effect: ignore }' }),
  );
  await takeLease({ store, clock }, 'run', 'a test');
  const part = { runId: 'run', phase, project, changes };
  const ports = (platform: Partial<Platform>) => ({ store, clock, platform: platform as Platform });
  return { store, part, ports, wait: (seconds: number) => (nowMs += seconds * secondMs) };
};

/** The platform shows what the changes ask for. */
const asAsked = { listEndpoints: async () => names.map((name) => at(`e-${name}`, 100, `headroom-${name}`)) };

describe('the results of a task that did not finish', () => {
  it('are failures where nothing was sent, whatever the platform shows, and one of them counts', async () => {
    const { store, part, ports } = await started(50);
    const { results } = await afterFailure(ports(asAsked), part, 'the task ended');
    expect(results.map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'the task ended'],
      ['failed', 'the task ended'],
    ]);
    expect(await store.list(keys.failures('run'))).toHaveLength(1);
  });

  it('are those of the platform where every change was tried, and no failure is counted', async () => {
    const { store, part, ports } = await started(50);
    const updateEndpoint: Platform['updateEndpoint'] = async (_project, id, { gb }) => at(id, gb);
    await applyChanges(ports({ ...asAsked, updateEndpoint }), part);
    const { results } = await afterFailure(ports(asAsked), part, 'the task ended');
    expect(results.map(({ status }) => status)).toEqual(['confirmed', 'confirmed']);
    expect(await store.list(keys.failures('run'))).toEqual([]);
  });

  it('count the failure of the last change too', async () => {
    const { store, part, ports } = await started(50);
    const refused = new PlatformRefused('no', { method: 'PUT', path: '/x', status: 400 });
    const updateEndpoint: Platform['updateEndpoint'] = async (_project, id, { gb }) => {
      if (id === 'e-orders') throw refused;
      return at(id, gb);
    };
    const { results } = await applyChanges(ports({ ...asAsked, updateEndpoint }), part);
    expect(results.map(({ status }) => status)).toEqual(['confirmed', 'failed']);
    expect(await store.list(keys.failures('run'))).toHaveLength(1);
  });

  it('are read back for the one write that may have been sent, and for no later one', async () => {
    const { part, ports } = await started(50);
    const updateEndpoint: Platform['updateEndpoint'] = async (_project, _id, _maximum, watch) => {
      await watch?.mayStart?.();
      throw new OutOfTime('no time', '2030-06-15T12:01:00.000Z');
    };
    await expect(applyChanges(ports({ updateEndpoint }), part)).rejects.toThrow(OutOfTime);
    const { results } = await afterFailure(ports(asAsked), part, 'the task ended');
    expect(results.map(({ service, status }) => [service, status])).toEqual([
      ['billing', 'confirmed'],
      ['orders', 'failed'],
    ]);
  });
});

it('a lower is not sent when its disk has grown while it waited for its turn', async () => {
  const { part, ports, wait } = await started(300, 'release');
  let diskGb = 80;
  const { results } = await applyChanges(
    ports({
      getService: async () => aService({ diskMb: diskGb * 1024 }),
      updateEndpoint: async (_project, id, maximum, watch) => {
        diskGb += 10;
        wait(30);
        await watch?.mayStart?.();
        return at(id, maximum.gb);
      },
    }),
    { ...part, changes: part.changes.slice(0, 1) },
  );
  expect(results.map(({ status, error }) => [status, error])).toEqual([
    ['failed', expect.stringContaining('the disk has grown')],
  ]);
});

it('a service that the platform does not offer the autoscaler for is remembered, and its result says so', async () => {
  const { store, part, ports } = await started(null);
  const refused = new PlatformNotOffered('not available for this service', { method: 'POST', path: '/x', status: 403 });
  const { results } = await applyChanges(
    ports({
      createEndpoint: async (_project, name, maximum) => at(`made-${name}`, maximum.gb, name),
      createIntegration: () => Promise.reject(refused),
      listServices: async () => names.map((name) => aService({ name })),
      listEndpoints: async () => [],
    }),
    part,
  );
  const attached = results.filter(({ kind }) => kind === 'create-integration');
  expect(attached.map(({ status, notOffered }) => [status, notOffered])).toEqual([
    ['failed', true],
    ['failed', true],
  ]);
  expect(await readObject(store, keys.refusals(project))).toMatchObject([
    { service: 'billing', notOffered: { message: refused.message } },
    { service: 'orders', notOffered: { message: refused.message } },
  ]);
});
