import { describe, expect, it } from 'vitest';
import { policyDefaults } from '../../lib/core/policy/policy-defaults.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { approve as approvePlan } from '../../lib/run/approval/approvals.ts';
import { undoneWrites } from '../../lib/run/audit/undone-writes.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { addService, approve, changed, guarded, hour, waiting } from './waiting-plan.ts';

describe('an approved plan is an upper bound', () => {
  /** Two projects of two services each, and a policy by which any change needs approval. */
  const strict = (maximum: number) => guarded(maximum).replace('maxChanges: 3', 'maxChanges: 0');

  it('for what is new: that is a plan of its own and needs its own approval', async () => {
    const { headroom, digest } = await waiting(strict(200));
    await addService(headroom, 'late');
    const report = await approve(headroom, digest);
    expect([report.outcome, changed(report)]).toEqual(['applied', ['service-0', 'service-1']]);
    const rest = report.plan?.proposal;
    expect(rest?.changes.map(({ kind, service }) => [kind, service])).toEqual([
      ['create-endpoint', 'late'],
      ['create-integration', 'late'],
    ]);
    expect(headroom.events).toContainEqual(
      expect.objectContaining({ type: 'PlanNeedsApproval', detail: expect.objectContaining({ digest: rest?.digest }) }),
    );
    expect((await headroom.reconcile()).outcome).toBe('needs-approval');
    expect(changed(await approve(headroom, rest?.digest ?? ''))).toEqual(['late']);
  });

  it('and what guardrails allow beside it needs no approval', async () => {
    const { headroom, digest } = await waiting();
    await addService(headroom, 'late');
    const report = await approve(headroom, digest);
    expect([report.outcome, changed(report)]).toEqual(['applied', ['late', 'service-0', 'service-1']]);
    expect(report.plan?.proposal).toBeUndefined();
    expect(report.plan?.approval).toMatchObject({ used: [{ digest, changes: 8, left: 0 }] });
  });

  it('for what grew: a service that now needs more than was approved waits, and one that needs less does not', async () => {
    const { headroom, digest } = await waiting(strict(200));
    await headroom.store.put(keys.policy, strict(150));
    const less = await approve(headroom, digest);
    expect([less.outcome, changed(less)]).toEqual(['applied', ['service-0', 'service-1']]);
    const other = await waiting(strict(200));
    await other.headroom.store.put(keys.policy, strict(201));
    const { result, writes } = await other.headroom.counted(() => approve(other.headroom, other.digest));
    expect([result.outcome, writes]).toEqual(['needs-approval', 0]);
    expect(result.plan?.findings.map(({ code }) => code)).toContain('approval-moved');
  });

  it('over any number of runs: it is carried out by runs that name no digest, also after an outage', async () => {
    const { headroom, digest } = await waiting(strict(200));
    await headroom.reconcile({
      input: { trigger: { kind: 'manual', by: 'a person' }, projects: ['project-0'], approvedDigest: digest },
    });
    headroom.pass(hour);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect([result.outcome, writes]).toEqual(['applied', 4]);
    expect(await headroom.counted(() => headroom.reconcile())).toMatchObject({
      writes: 0,
      result: { outcome: 'nothing' },
    });
  });

  it('for each change once: what a person reverts by hand is not made again under it', async () => {
    const { headroom, digest } = await waiting(strict(200));
    await approve(headroom, digest);
    const { platform } = headroom.ports;
    const [service] = await platform.listServices('project-0');
    const [integration] = service?.integrations ?? [];
    await platform.deleteIntegration('project-0', integration?.id ?? '');
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect([result.outcome, writes]).toEqual(['needs-approval', 0]);
  });

  it('until it expires', async () => {
    const { headroom, digest } = await waiting(strict(200));
    await headroom.reconcile({
      input: { trigger: { kind: 'manual', by: 'a person' }, projects: ['project-0'], approvedDigest: digest },
    });
    headroom.pass(24 * hour);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect([result.outcome, writes]).toEqual(['needs-approval', 0]);
  });

  it('for the mode: under observe nothing is written, approved or not', async () => {
    const { headroom, digest } = await waiting(strict(200));
    await headroom.store.put(keys.policy, strict(200).replace('mode: enforce', 'mode: observe'));
    expect(await headroom.counted(() => approve(headroom, digest))).toMatchObject({
      writes: 0,
      result: { outcome: 'observed' },
    });
  });

  it('and is named by every record of the audit, with who approved it', async () => {
    const { headroom, digest } = await waiting(strict(200));
    await addService(headroom, 'late');
    const by = 'arn:aws:sts::111122223333:assumed-role/Approver/ada@example.org';
    await approvePlan(headroom.ports, { prefix: digest, by, exact: false }, policyDefaults.guardrails);
    const { runId } = await headroom.reconcile();
    const records = await undoneWrites(headroom.ports, runId);
    expect(records).toHaveLength(8);
    const approval = { digest, by, approvedAt: '2026-03-02T08:00:00.000Z' };
    for (const record of records) expect(record.approval).toEqual(approval);
  });

  it('never in the name that a run request gives itself: the audit names the request, whose run CloudTrail knows', async () => {
    const { headroom, digest } = await waiting(strict(200));
    const trigger = { kind: 'manual', by: 'arn:aws:iam::111122223333:user/somebody-else' };
    const { runId } = await headroom.reconcile({ input: { trigger, approvedDigest: digest } });
    const records = await undoneWrites(headroom.ports, runId);
    expect(records).toHaveLength(8);
    for (const record of records) expect(record.approval?.by).toBe(`the request of run ${runId}`);
  });

  it('by the person at the command line whose request names its digest', async () => {
    const { headroom, digest } = await waiting(strict(200));
    const approver = async () => 'arn:aws:iam::111122223333:user/ada';
    const named = { handlers: () => taskHandlers({ ...headroom.ports, approver }) } as object;
    const { runId } = await approve(headroom, digest, named);
    const records = await undoneWrites(headroom.ports, runId);
    expect(new Set(records.map(({ approval }) => approval?.by))).toEqual(new Set([await approver()]));
  });

  it('where only stored approvals count: starting a run with the digest does not approve it', async () => {
    const { headroom, digest } = await waiting(strict(200));
    const named = { handlers: () => taskHandlers({ ...headroom.ports, approvalRule: 'stored' }) } as object;
    const { result, writes } = await headroom.counted(() => approve(headroom, digest, named));
    expect([result.outcome, result.error, writes]).toEqual(['refused', 'ApprovalUnknown', 0]);
    const by = 'an approver';
    await approvePlan(headroom.ports, { prefix: digest, by, exact: false }, policyDefaults.guardrails);
    expect((await approve(headroom, digest, named)).outcome).toBe('applied');
  });

  it('whose proposed plan was changed in the store allows nothing', async () => {
    const { headroom, digest } = await waiting(strict(200));
    const body = (await headroom.store.get(keys.proposedPlan(digest)))?.body ?? '';
    await approvePlan(headroom.ports, { prefix: digest, by: 'a person', exact: false }, policyDefaults.guardrails);
    await headroom.store.put(
      keys.proposedPlan(digest),
      body.replaceAll('"toGb":200', '"toGb":900').replaceAll('"gb":200', '"gb":900'),
    );
    await headroom.store.put(keys.policy, strict(900));
    expect(await headroom.counted(() => headroom.reconcile())).toMatchObject({
      writes: 0,
      result: { outcome: 'needs-approval' },
    });
    expect(await approve(headroom, digest)).toMatchObject({ outcome: 'failed', error: 'StoreDamaged' });
  });
});
