import { describe, expect, it } from 'vitest';
import type { EpisodeLog } from '../../lib/core/notices/episode-log.ts';
import { policyDefaults } from '../../lib/core/policy/policy-defaults.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import type { Store } from '../../lib/ports.ts';
import { takeLease } from '../../lib/run/apply/lease.ts';
import { approve as approvePlan } from '../../lib/run/approval/approvals.ts';
import { undoneRecords } from '../../lib/run/audit/undone-records.ts';
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

/** Asks for exactly the plan, or nothing. */
const approveExactly = (world: World, approvedDigest: string) =>
  world.reconcile({ input: { trigger: { kind: 'manual', by: 'a person' }, approvedDigest, exact: true } });

/** Services by the changes of a report that the platform confirmed. */
const changed = ({ results }: ReportObject): string[] =>
  [...new Set(results.flatMap(({ status, service }) => (status === 'confirmed' ? [service ?? ''] : [])))].sort();

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

  it('is refused with the differences after a change, where exactly this plan is asked for', async () => {
    const { world, digest } = await waiting();
    await addService(world, 'late');
    const { result, writes } = await world.counted(() => approveExactly(world, digest));
    expect(result).toMatchObject({ outcome: 'refused', error: 'WorldMoved' });
    expect(result.cause?.split('\n').slice(1)).toEqual([
      '  newly needed: create-endpoint project-0/late, 0 → 200 GB',
      '  newly needed: create-integration project-0/late, 0 → 200 GB',
    ]);
    expect(writes).toBe(0);
    const again = await approveExactly(world, digest);
    expect(again.error).toBe('WorldMoved');
  });

  it('is refused for other projects than it was made for, where exactly this plan is asked for', async () => {
    const { world, digest } = await waiting();
    const refused = await world.reconcile({
      input: { trigger: { kind: 'manual', by: '' }, projects: ['project-0'], approvedDigest: digest, exact: true },
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

  it('goes on under the same approval with what the platform refused', async () => {
    const { world, digest } = await waiting();
    await world.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 4, status: 400 }]);
    expect((await approve(world, digest)).outcome).toBe('partial');
    world.pass(hour);
    expect((await world.reconcile()).outcome).toBe('applied');
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

  it('waits for the end of a freeze, and is carried out after it', async () => {
    const { world, digest } = await waiting();
    const freeze = 'freeze: { windows: [{ name: launch, start: 2026-03-02T08:00, end: 2026-03-02T09:00 }] }\n';
    await world.store.put(keys.policy, `${guarded(200)}${freeze}`);
    const exact = await approveExactly(world, digest);
    expect(exact.cause).toMatch(
      / A freeze \(launch, until 2026-03-02T09:00:00\.000Z\) delays 8 changes\. Nothing else changed\.$/,
    );
    // Nothing is needed now, so that nothing is read or noted about approvals.
    expect((await approve(world, digest)).outcome).toBe('nothing');
    world.pass(hour);
    expect((await approve(world, digest)).outcome).toBe('applied');
  });

  it('is carried out where it can be read, and in the other projects later', async () => {
    const { world, digest } = await waiting();
    await world.control('faults', [{ operation: 'ServiceList', times: 1, status: 403 }]);
    const { result, writes } = await world.counted(() => approve(world, digest));
    expect([result.outcome, writes]).toEqual(['partial', 4]);
    const next = await world.counted(() => world.reconcile());
    expect([next.result.outcome, next.writes]).toEqual(['applied', 4]);
  });

  it('is given to one run only, also when another one uses it between looking and writing', async () => {
    const { world, digest } = await waiting();
    const { store } = world.ports;
    const rival = {
      digest,
      proposedAt: '2026-03-02T08:00:00.000Z',
      runs: [{ runId: 'rival', at: '2026-03-02T08:00:01Z', places: [0] }],
    };
    let raced = false;
    const racing: Store = {
      ...store,
      put: async (key, body, condition) => {
        if (key === keys.approvalUse(digest) && !raced) {
          raced = true;
          await store.put(key, JSON.stringify(rival));
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
      'expired',
      async (world, digest) => {
        world.pass(24 * hour);
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
      { trigger: { kind: 'manual', by: '' }, approvedDigest: digest, exact: true },
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

describe('an approved plan is an upper bound', () => {
  /** Two projects of two services each, and a policy by which any change needs approval. */
  const strict = (maximum: number) => guarded(maximum).replace('maxChanges: 3', 'maxChanges: 0');

  it('for what is new: that is a plan of its own and needs its own approval', async () => {
    const { world, digest } = await waiting(strict(200));
    await addService(world, 'late');
    const report = await approve(world, digest);
    expect([report.outcome, changed(report)]).toEqual(['applied', ['service-0', 'service-1']]);
    const rest = report.plan?.approval?.rest;
    expect(rest?.changes.map(({ kind, service }) => [kind, service])).toEqual([
      ['create-endpoint', 'late'],
      ['create-integration', 'late'],
    ]);
    expect(world.events).toContainEqual(
      expect.objectContaining({ type: 'PlanNeedsApproval', detail: expect.objectContaining({ digest: rest?.digest }) }),
    );
    expect((await world.reconcile()).outcome).toBe('needs-approval');
    expect(changed(await approve(world, rest?.digest ?? ''))).toEqual(['late']);
  });

  it('and what guardrails allow beside it needs no approval', async () => {
    const { world, digest } = await waiting();
    await addService(world, 'late');
    const report = await approve(world, digest);
    expect([report.outcome, changed(report)]).toEqual(['applied', ['late', 'service-0', 'service-1']]);
    expect(report.plan?.approval).toMatchObject({ rest: null, used: [{ digest, changes: 8, left: 0 }] });
  });

  it('for what grew: a service that now needs more than was approved waits, and one that needs less does not', async () => {
    const { world, digest } = await waiting(strict(200));
    await world.store.put(keys.policy, strict(150));
    const less = await approve(world, digest);
    expect([less.outcome, changed(less)]).toEqual(['applied', ['service-0', 'service-1']]);
    const other = await waiting(strict(200));
    await other.world.store.put(keys.policy, strict(201));
    const { result, writes } = await other.world.counted(() => approve(other.world, other.digest));
    expect([result.outcome, writes]).toEqual(['needs-approval', 0]);
    expect(result.plan?.findings.map(({ code }) => code)).toContain('approval-moved');
  });

  it('over any number of runs: it is carried out by runs that name no digest, also after an outage', async () => {
    const { world, digest } = await waiting(strict(200));
    await world.reconcile({
      input: { trigger: { kind: 'manual', by: 'a person' }, projects: ['project-0'], approvedDigest: digest },
    });
    world.pass(hour);
    const { result, writes } = await world.counted(() => world.reconcile());
    expect([result.outcome, writes]).toEqual(['applied', 4]);
    expect(await world.counted(() => world.reconcile())).toMatchObject({ writes: 0, result: { outcome: 'nothing' } });
  });

  it('for each change once: what a person reverts by hand is not made again under it', async () => {
    const { world, digest } = await waiting(strict(200));
    await approve(world, digest);
    const { platform } = world.ports;
    const [service] = await platform.listServices('project-0');
    const [integration] = service?.integrations ?? [];
    await platform.deleteIntegration('project-0', integration?.id ?? '');
    const { result, writes } = await world.counted(() => world.reconcile());
    expect([result.outcome, writes]).toEqual(['needs-approval', 0]);
  });

  it('until it expires', async () => {
    const { world, digest } = await waiting(strict(200));
    await world.reconcile({
      input: { trigger: { kind: 'manual', by: 'a person' }, projects: ['project-0'], approvedDigest: digest },
    });
    world.pass(24 * hour);
    const { result, writes } = await world.counted(() => world.reconcile());
    expect([result.outcome, writes]).toEqual(['needs-approval', 0]);
  });

  it('for the mode: under observe nothing is written, approved or not', async () => {
    const { world, digest } = await waiting(strict(200));
    await world.store.put(keys.policy, strict(200).replace('mode: enforce', 'mode: observe'));
    expect(await world.counted(() => approve(world, digest))).toMatchObject({
      writes: 0,
      result: { outcome: 'observed' },
    });
  });

  it('and is named by every record of the audit', async () => {
    const { world, digest } = await waiting(strict(200));
    await addService(world, 'late');
    const { runId } = await approve(world, digest);
    const records = await undoneRecords(world.store, runId);
    expect(records).toHaveLength(8);
    const approval = { digest, by: 'a person', approvedAt: '2026-03-02T08:00:00.000Z' };
    for (const record of records) expect(record.approval).toEqual(approval);
  });

  it('where only stored approvals count: starting a run with the digest does not approve it', async () => {
    const { world, digest } = await waiting(strict(200));
    const named = { handlers: () => taskHandlers({ ...world.ports, approvalRule: 'stored' }) } as object;
    const { result, writes } = await world.counted(() => approve(world, digest, named));
    expect([result.outcome, result.error, writes]).toEqual(['refused', 'ApprovalUnknown', 0]);
    const by = 'an approver';
    await approvePlan(world.ports, { prefix: digest, by, exact: false }, policyDefaults.guardrails);
    expect((await approve(world, digest, named)).outcome).toBe('applied');
  });

  it('whose proposal was changed in the store allows nothing', async () => {
    const { world, digest } = await waiting(strict(200));
    const body = (await world.store.get(keys.proposal(digest)))?.body ?? '';
    await approvePlan(world.ports, { prefix: digest, by: 'a person', exact: false }, policyDefaults.guardrails);
    await world.store.put(
      keys.proposal(digest),
      body.replaceAll('"toGb":200', '"toGb":900').replaceAll('"gb":200', '"gb":900'),
    );
    await world.store.put(keys.policy, strict(900));
    expect(await world.counted(() => world.reconcile())).toMatchObject({
      writes: 0,
      result: { outcome: 'needs-approval' },
    });
    expect(await approve(world, digest)).toMatchObject({ outcome: 'failed', error: 'StoreDamaged' });
  });
});

describe('a rollout', () => {
  const rolling = (maximum: number, more = 'stopAfterFailures: 1') =>
    `${enableAll(maximum)}rollout: { servicesPerRun: 3, pauseMinutes: 30, ${more} }\n`;

  it('changes whole services in steps, after pauses, without asking anyone', async () => {
    const world = await startWorld(even(2, 4), rolling(200));
    const seen: unknown[] = [];
    for (const minutes of [0, 10, 30, 30, 30]) {
      world.pass(minutes * 60 * 1000);
      const { outcome, plan, results } = await world.reconcile();
      seen.push([
        outcome,
        new Set(results.map(({ project, service }) => `${project}/${service}`)).size,
        plan?.rollout?.left,
      ]);
    }
    expect(seen).toEqual([
      ['applied', 3, 5],
      ['nothing', 0, 5],
      ['applied', 3, 2],
      ['applied', 2, undefined],
      ['nothing', 0, undefined],
    ]);
  });

  it('is judged as a whole: one approval carries all of its steps', async () => {
    const policy = rolling(200).replace('maxChanges: 100000', 'maxChanges: 3');
    const world = await startWorld(even(2, 4), policy);
    const proposed = await world.reconcile();
    expect([proposed.outcome, proposed.plan?.changes.length]).toEqual(['needs-approval', 16]);
    expect((await approve(world, proposed.plan?.digest ?? '')).plan?.approval?.used[0]?.left).toBe(10);
    for (const left of [2, undefined]) {
      world.pass(hour);
      const { outcome, plan } = await world.reconcile({ input: { trigger: { kind: 'schedule', by: 'hourly' } } });
      expect([outcome, plan?.rollout?.left]).toEqual(['applied', left]);
    }
  });

  it('stops after failures, says so, and continues once a person starts a run', async () => {
    const world = await startWorld(even(2, 4), rolling(200));
    const scheduled = { input: { trigger: { kind: 'schedule', by: 'hourly' } } };
    await world.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 1, status: 400 }]);
    expect((await world.reconcile(scheduled)).outcome).toBe('partial');
    world.pass(hour);
    const { result, writes } = await world.counted(() => world.reconcile(scheduled));
    expect([result.outcome, writes, result.plan?.rollout?.stopped]).toEqual(['nothing', 0, true]);
    expect(result.plan?.findings.map(({ code }) => code)).toContain('rollout-stopped');
    expect((await world.reconcile()).outcome).toBe('applied');
  });
});
