import { describe, expect, it } from 'vitest';
import type { EpisodeLog } from '../../lib/core/notices/episode-log.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import type { Store } from '../../lib/ports.ts';
import { takeLease } from '../../lib/run/apply/lease.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import { enableAll, even } from './scenarios.ts';
import { startWorld, type World } from './world.ts';

const hour = 60 * 60 * 1000;
const guarded = (maximum: number, more = '') =>
  enableAll(maximum).replace('maxChanges: 100000', `maxChanges: 3${more}`);

const approve = (world: World, approvedDigest: string, more: object = {}) =>
  world.reconcile({ input: { trigger: { kind: 'manual', by: 'a person' }, approvedDigest }, ...more });

/** A world whose plan waits for approval, and the digest of that plan. */
const waiting = async (policy = guarded(200), services = 2) => {
  const world = await startWorld(even(2, services), policy);
  const proposed = await world.reconcile();
  expect(proposed.outcome).toBe('needs-approval');
  return { world, digest: proposed.plan?.digest ?? '' };
};

const addService = (world: World, service: string) =>
  world.control('service', {
    project: 'project-0',
    service,
    type: 'pg',
    plan: 'startup-4',
    cloud: 'aws-eu-west-1',
  });

describe('a plan that waits for approval', () => {
  it('is stored with its changes and numbers, and a second proposal sends no second notice', async () => {
    const { world, digest } = await waiting();
    const read = async () => JSON.parse((await world.store.get(keys.proposal(digest)))?.body ?? '');
    const first = await read();
    expect(first).toMatchObject({ digest, proposedAt: '2026-03-02T08:00:00.000Z', projects: null });
    expect(first.changes).toHaveLength(8);
    expect(first.summary).toMatchObject({ enable: 4, addedGb: 800 });
    world.pass(hour);
    expect((await world.reconcile()).outcome).toBe('needs-approval');
    expect(await read()).toEqual(first);
  });

  it('is carried out once approved, and not a second time by the same approval', async () => {
    const { world, digest } = await waiting();
    world.pass(hour);
    expect((await approve(world, digest)).outcome).toBe('applied');
    const { result, writes } = await world.counted(() => approve(world, digest));
    expect(result).toMatchObject({ outcome: 'refused', error: 'ApprovalUsed' });
    expect(result.cause).toContain('was used by run run-2 at 2026-03-02T09:00:00.000Z');
    expect(writes).toBe(0);
  });

  it('is refused with the differences after a change', async () => {
    const { world, digest } = await waiting();
    await addService(world, 'late');
    const { result, writes } = await world.counted(() => approve(world, digest));
    expect(result).toMatchObject({ outcome: 'refused', error: 'WorldMoved' });
    expect(result.cause?.split('\n').slice(1)).toEqual([
      '  newly needed: create-endpoint project-0/late, 0 → 200 GB',
      '  newly needed: create-integration project-0/late, 0 → 200 GB',
    ]);
    expect(writes).toBe(0);
    const again = await approve(world, digest);
    expect(again.error).toBe('WorldMoved');
  });

  it('is refused for other projects than it was made for, and says so', async () => {
    const { world, digest } = await waiting();
    const refused = await world.reconcile({
      input: { trigger: { kind: 'manual', by: '' }, projects: ['project-0'], approvedDigest: digest },
    });
    expect(refused.cause).toContain('it was made for all projects, this run is for the projects project-0');
    expect(refused.cause).toContain('no longer needed: create-endpoint project-1/service-0');
  });

  it('can be approved until it is too old, counted from when it was first proposed', async () => {
    const { world, digest } = await waiting();
    world.pass(23 * hour);
    await world.reconcile();
    world.pass(hour);
    const late = await approve(world, digest);
    expect(late).toMatchObject({ outcome: 'refused', error: 'ApprovalExpired' });
    expect(late.cause).toContain('proposed at 2026-03-02T08:00:00.000Z');
    expect((await world.reconcile()).outcome).toBe('needs-approval');
    expect((await approve(world, digest)).outcome).toBe('applied');
  });

  it('cannot be approved when it was proposed while the clock was far ahead, and is proposed anew', async () => {
    const { world, digest } = await waiting();
    world.pass(-400 * 24 * hour);
    await world.store.delete(keys.lease);
    expect(await approve(world, digest)).toMatchObject({ outcome: 'refused', error: 'ApprovalExpired' });
    expect((await world.reconcile()).outcome).toBe('needs-approval');
    expect((await approve(world, digest)).outcome).toBe('applied');
  });

  it('can never be approved when policy gives it 0 hours', async () => {
    const { world, digest } = await waiting(guarded(200, ', approvalHours: 0'));
    expect((await approve(world, digest)).error).toBe('ApprovalExpired');
  });

  it('can be approved again when nothing of it was done and it was proposed anew', async () => {
    const { world, digest } = await waiting();
    world.pass(hour);
    await world.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 4, status: 400 }]);
    expect((await approve(world, digest)).outcome).toBe('partial');
    expect((await approve(world, digest)).error).toBe('ApprovalUsed');
    world.pass(hour);
    expect((await world.reconcile()).plan?.digest).toBe(digest);
    expect((await approve(world, digest)).outcome).toBe('applied');
  });

  it('is unknown without a proposal', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    const looked = await world.reconcile({ input: { trigger: { kind: 'manual', by: '' }, readOnly: true } });
    const { result, writes } = await world.counted(() => approve(world, looked.plan?.digest ?? ''));
    expect(result).toMatchObject({ outcome: 'refused', error: 'ApprovalUnknown' });
    expect(writes).toBe(0);
  });

  it('is not used up while the mode writes nothing', async () => {
    const { world, digest } = await waiting();
    await world.store.put(keys.policy, guarded(200).replace('mode: enforce', 'mode: observe'));
    expect((await approve(world, digest)).outcome).toBe('observed');
    await world.store.put(keys.policy, guarded(200));
    expect((await approve(world, digest)).outcome).toBe('applied');
  });

  it('is not said to have moved where the mode is stop, and can be approved after that', async () => {
    const { world, digest } = await waiting();
    await setStoreMode(world.ports, 'stop', 'a person');
    expect(await approve(world, digest)).toMatchObject({ outcome: 'stopped', error: null });
    await setStoreMode(world.ports, 'enforce', 'a person');
    expect((await approve(world, digest)).outcome).toBe('applied');
  });

  it('is refused in a freeze, which is not said to have moved anything, and can be approved after it', async () => {
    const { world, digest } = await waiting();
    const freeze = 'freeze: { windows: [{ name: launch, start: 2026-03-02T08:00, end: 2026-03-02T09:00 }] }\n';
    await world.store.put(keys.policy, `${guarded(200)}${freeze}`);
    const frozen = await approve(world, digest);
    expect(frozen.error).toBe('WorldMoved');
    expect(frozen.cause).toMatch(
      / A freeze \(launch, until 2026-03-02T09:00:00\.000Z\) delays 8 changes\. Nothing else changed\.$/,
    );
    world.pass(hour);
    expect((await approve(world, digest)).outcome).toBe('applied');
  });

  it('is refused while a project of it cannot be read, and says so instead of calling its changes needless', async () => {
    const { world, digest } = await waiting();
    await world.control('faults', [{ operation: 'ServiceList', times: 1, status: 403 }]);
    const { result, writes } = await world.counted(() => approve(world, digest));
    expect(result.error).toBe('WorldMoved');
    expect(result.cause).toMatch(/ Not read, so nothing in it is changed: project-[01]\. Nothing else changed\.$/);
    expect(writes).toBe(0);
    expect((await approve(world, digest)).outcome).toBe('applied');
  });

  it('is given to one run only, also when another one uses it between looking and writing', async () => {
    const { world, digest } = await waiting();
    const { store } = world.ports;
    const rival = JSON.stringify({ digest, runId: 'rival', usedAt: '2026-03-02T08:00:01Z' });
    let raced = false;
    const racing: Store = {
      ...store,
      put: async (key, body, condition) => {
        if (key === keys.approval(digest) && !raced) {
          raced = true;
          await store.put(key, rival);
        }
        return store.put(key, body, condition);
      },
    };
    const { result, writes } = await world.counted(() => approve(world, digest, { ports: { store: racing } }));
    expect(result).toMatchObject({ outcome: 'refused', error: 'ApprovalUsed' });
    expect(writes).toBe(0);
  });

  it('stays approved when the task that plans is repeated in the same run', async () => {
    const { world, digest } = await waiting();
    world.pass(hour);
    const report = await approve(world, digest, {
      handlers: (all: Record<string, (input: unknown) => Promise<unknown>>) => ({
        ...all,
        plan: async (input: unknown) => {
          await all.plan?.(input);
          return all.plan?.(input);
        },
      }),
    });
    expect(report.outcome).toBe('applied');
  });
});

describe('a run whose approval is refused', () => {
  const latestOf = (world: World) => readObject<ReportObject>(world.store, keys.latestReport);
  const refusals: readonly (readonly [string, (world: World, digest: string) => Promise<string>])[] = [
    ['mistyped', async (_, digest) => `${digest.slice(0, 40)}${'0'.repeat(24)}`],
    [
      'used already',
      async (world, digest) => {
        expect((await approve(world, digest)).outcome).toBe('applied');
        return digest;
      },
    ],
    [
      'about another world',
      async (world, digest) => {
        await addService(world, 'late');
        return digest;
      },
    ],
  ];

  it.each(refusals)(
    'because it is %s leaves the latest report, reports no failed run and frees the lease',
    async (_, prepare) => {
      const { world, digest } = await waiting();
      const given = await prepare(world, digest);
      const before = await latestOf(world);
      world.events.length = 0;
      world.pass(hour);
      const refused = await approve(world, given);
      expect(refused).toMatchObject({ outcome: 'refused', plan: null });
      expect(await latestOf(world)).toEqual(before);
      expect(world.events.map(({ type }) => type)).toEqual(['RunCompleted']);
      expect(world.events[0]?.detail).toMatchObject({ outcome: 'refused' });
      await takeLease(world.ports, 'the next run', 'a test');
    },
  );

  it('neither ends the outage that an earlier run reported, nor fails the workflow itself', async () => {
    const { world, digest } = await waiting();
    await world.store.put(keys.policy, 'version: 2');
    expect((await world.reconcile()).outcome).toBe('failed');
    await world.store.put(keys.policy, guarded(200));
    await addService(world, 'late');
    world.events.length = 0;
    const output = await runWorkflow(
      definitions.reconcile,
      { trigger: { kind: 'manual', by: '' }, approvedDigest: digest },
      { runId: 'refused', handlers: taskHandlers(world.ports) },
    );
    expect(output).toMatchObject({ outcome: 'refused', Error: 'WorldMoved' });
    const open = (await readObject<EpisodeLog>(world.store, keys.episodes))?.open ?? [];
    expect(open.map(({ code }) => code)).toContain('run-failed');
  });

  it('because it was never proposed makes no calls and does not wait for the lease of another run', async () => {
    const { world } = await waiting();
    await takeLease(world.ports, 'another', 'a test');
    const { result, reads, writes } = await world.counted(() => approve(world, 'a'.repeat(64)));
    expect([result.error, reads, writes]).toEqual(['ApprovalUnknown', 0, 0]);
  });
});

describe('an approval', () => {
  it('may be given by the beginning of its digest, and is noted as the whole of it', async () => {
    const { world, digest } = await waiting();
    expect((await approve(world, digest.slice(0, 12))).outcome).toBe('applied');
    expect(await readObject(world.store, keys.approval(digest))).toMatchObject({ digest });
  });

  it('is about that one plan: the next one over a guardrail waits again', async () => {
    const { world, digest } = await waiting();
    expect((await approve(world, digest)).outcome).toBe('applied');
    await world.store.put(keys.policy, guarded(300));
    const { result, writes } = await world.counted(() => world.reconcile());
    expect(result.outcome).toBe('needs-approval');
    expect(writes).toBe(0);
  });
});
