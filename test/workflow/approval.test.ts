import { describe, expect, it } from 'vitest';
import type { Store } from '../../lib/ports.ts';
import { objectText } from '../../lib/run/store/content.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';
import { addService, approve, approveExactly, guarded, hour, waiting } from './waiting-plan.ts';

describe('a plan that waits for approval', () => {
  it('is stored with its changes and numbers, and proposing it again sends no second notice', async () => {
    const { headroom, digest } = await waiting();
    const read = async () => JSON.parse((await headroom.store.get(keys.proposedPlan(digest)))?.body ?? '');
    const first = await read();
    expect(first).toMatchObject({ digest, proposedAt: '2026-03-02T08:00:00.000Z', projects: null });
    expect(first.changes).toHaveLength(8);
    expect(first.summary).toMatchObject({ enable: 4, addedGb: 800 });
    headroom.pass(hour);
    expect((await headroom.reconcile()).outcome).toBe('needs-approval');
    expect(await read()).toEqual(first);
  });

  it('is carried out once approved, and not a second time by the same approval', async () => {
    const { headroom, digest } = await waiting();
    headroom.pass(hour);
    expect((await approve(headroom, digest)).outcome).toBe('applied');
    const { result, writes } = await headroom.counted(() => approve(headroom, digest));
    expect(result).toMatchObject({ outcome: 'refused', error: 'ApprovalUsed' });
    expect(result.cause).toContain('was used by run run-2 at 2026-03-02T09:00:00.000Z');
    expect(writes).toBe(0);
  });

  it('is refused with the differences after a change, where exactly this plan is asked for', async () => {
    const { headroom, digest } = await waiting();
    await addService(headroom, 'late');
    const { result, writes } = await headroom.counted(() => approveExactly(headroom, digest));
    expect(result).toMatchObject({ outcome: 'refused', error: 'PlanMoved' });
    expect(result.cause?.split('\n').slice(1)).toEqual([
      '  newly needed: create-endpoint project-0/late, 0 → 200 GB',
      '  newly needed: create-integration project-0/late, 0 → 200 GB',
    ]);
    expect(writes).toBe(0);
    const again = await approveExactly(headroom, digest);
    expect(again.error).toBe('PlanMoved');
  });

  it('is refused for other projects than it was made for, where exactly this plan is asked for', async () => {
    const { headroom, digest } = await waiting();
    const refused = await headroom.reconcile({
      input: { trigger: { kind: 'manual', by: '' }, projects: ['project-0'], approvedDigest: digest, exact: true },
    });
    expect(refused.cause).toContain('it was made for all projects, this run is for the projects project-0');
    expect(refused.cause).toContain('no longer needed: create-endpoint project-1/service-0');
  });

  it('can be approved until it is too old, counted from the run that last found it unchanged', async () => {
    const { headroom, digest } = await waiting();
    headroom.pass(23 * hour);
    const { since, expires } = (await headroom.reconcile()).plan?.proposal ?? {};
    expect([since, expires]).toEqual(['2026-03-02T08:00:00.000Z', '2026-03-04T07:00:00.000Z']);
    headroom.pass(24 * hour);
    const late = await approve(headroom, digest);
    expect(late).toMatchObject({ outcome: 'refused', error: 'ApprovalExpired' });
    expect(late.cause).toContain('proposed at 2026-03-03T07:00:00.000Z');
    expect((await headroom.reconcile()).outcome).toBe('needs-approval');
    expect((await approve(headroom, digest)).outcome).toBe('applied');
  });

  it('cannot be approved when it was proposed while the clock was far ahead, and is proposed anew', async () => {
    const { headroom, digest } = await waiting();
    headroom.pass(-400 * 24 * hour);
    await headroom.store.delete(keys.lease);
    expect(await approve(headroom, digest)).toMatchObject({ outcome: 'refused', error: 'ApprovalExpired' });
    expect((await headroom.reconcile()).outcome).toBe('needs-approval');
    expect((await approve(headroom, digest)).outcome).toBe('applied');
  });

  it('can never be approved when policy gives it 0 hours', async () => {
    const { headroom, digest } = await waiting(guarded(200, ', approvalHours: 0'));
    expect((await approve(headroom, digest)).error).toBe('ApprovalExpired');
  });

  it('goes on under the same approval with what the platform refused', async () => {
    const { headroom, digest } = await waiting();
    await headroom.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 4, status: 400 }]);
    expect((await approve(headroom, digest)).outcome).toBe('partial');
    headroom.pass(hour);
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('is unknown without a proposed plan', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const looked = await headroom.reconcile({ input: { trigger: { kind: 'manual', by: '' }, readOnly: true } });
    const { result, writes } = await headroom.counted(() => approve(headroom, looked.plan?.digest ?? ''));
    expect(result).toMatchObject({ outcome: 'refused', error: 'ApprovalUnknown' });
    expect(writes).toBe(0);
  });

  it('is not used up while the mode writes nothing', async () => {
    const { headroom, digest } = await waiting();
    await headroom.store.put(keys.policy, guarded(200).replace('mode: enforce', 'mode: observe'));
    expect((await approve(headroom, digest)).outcome).toBe('observed');
    await headroom.store.put(keys.policy, guarded(200));
    expect((await approve(headroom, digest)).outcome).toBe('applied');
  });

  it('is not said to have moved where the mode is stop, and can be approved after that', async () => {
    const { headroom, digest } = await waiting();
    await setStoreMode(headroom.ports, 'stop', 'a person');
    expect(await approve(headroom, digest)).toMatchObject({ outcome: 'stopped', error: null });
    await setStoreMode(headroom.ports, 'enforce', 'a person');
    expect((await approve(headroom, digest)).outcome).toBe('applied');
  });

  it('waits for the end of a freeze, and is carried out after it', async () => {
    const { headroom, digest } = await waiting();
    const freeze = 'freeze: { windows: [{ name: launch, start: 2026-03-02T08:00, end: 2026-03-02T09:00 }] }\n';
    await headroom.store.put(keys.policy, `${guarded(200)}${freeze}`);
    const exact = await approveExactly(headroom, digest);
    expect(exact.cause).toMatch(
      / A freeze \(launch, until 2026-03-02T09:00:00\.000Z\) delays 8 changes\. Nothing else changed\.$/,
    );
    // Nothing is needed now, so that nothing is read or noted about approvals.
    expect((await approve(headroom, digest)).outcome).toBe('nothing');
    headroom.pass(hour);
    expect((await approve(headroom, digest)).outcome).toBe('applied');
  });

  it('is carried out where it can be read, and in the other projects later', async () => {
    const { headroom, digest } = await waiting();
    await headroom.control('faults', [{ operation: 'ServiceList', times: 1, status: 403 }]);
    const { result, writes } = await headroom.counted(() => approve(headroom, digest));
    expect([result.outcome, writes]).toEqual(['partial', 4]);
    const next = await headroom.counted(() => headroom.reconcile());
    expect([next.result.outcome, next.writes]).toEqual(['applied', 4]);
  });

  it('is given to one run only, also when another one uses it between looking and writing', async () => {
    const { headroom, digest } = await waiting();
    const { store } = headroom.ports;
    const rival = {
      digest,
      proposedAt: '2026-03-02T08:00:00.000Z',
      runs: [{ runId: 'rival', at: '2026-03-02T08:00:01Z', indexes: [0] }],
    };
    let raced = false;
    const racing: Store = {
      ...store,
      put: async (key, body, condition) => {
        if (key === keys.used(digest) && !raced) {
          raced = true;
          await store.put(key, objectText(rival));
        }
        return store.put(key, body, condition);
      },
    };
    const { result, writes } = await headroom.counted(() => approve(headroom, digest, { ports: { store: racing } }));
    expect(result).toMatchObject({ outcome: 'refused', error: 'ApprovalUsed' });
    expect(writes).toBe(0);
  });

  it('stays approved when the task that plans is repeated in the same run', async () => {
    const { headroom, digest } = await waiting();
    headroom.pass(hour);
    const report = await approve(headroom, digest, {
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
