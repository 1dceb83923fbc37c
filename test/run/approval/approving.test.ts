import { describe, expect, it } from 'vitest';
import { ApprovalExpired, ApprovalUnknown, ApprovalUsed, StoreDamaged } from '../../../lib/contract/errors.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { approvalsNamed, approve, openApprovals, storeApproval } from '../../../lib/run/approval/approvals.ts';
import { reserve } from '../../../lib/run/approval/uses.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import { creationFor, named, portsOf, proposedPlan, proposeIn } from './one-proposed-plan.ts';

const { guardrails } = policyDefaults;
const earlier = '2026-03-02T11:00:00.000Z';
const changes = ['orders', 'users'].map(creationFor);
const by = (person: string, digest: string, exact = false) => ({ prefix: digest.slice(0, 12), by: person, exact });

const proposed = async () => {
  const ports = portsOf();
  const plan = await proposeIn(ports.store, changes, earlier);
  return { ports, plan, inStore: () => readObject(ports.store, keys.approval(plan.digest)) };
};

describe('a person who approves a plan', () => {
  it('approves it for as long as the guardrails say, by the first characters of its digest', async () => {
    const { ports, plan, inStore } = await proposed();
    expect(await approve(ports, by('ann', plan.digest), guardrails)).toMatchObject({
      digest: plan.digest,
      by: 'ann',
      approvedAt: '2026-03-02T12:00:00.000Z',
      expiresAt: '2026-03-03T12:00:00.000Z',
      isWhole: true,
      exact: false,
      used: new Set(),
    });
    const { digest, proposedAt } = plan;
    const approval = { digest, proposedAt, approvedAt: '2026-03-02T12:00:00.000Z', by: 'ann', exact: false };
    expect(await inStore()).toEqual(approval);
    expect(await openApprovals(ports, guardrails, 'run-1')).toHaveLength(1);
  });

  it('leaves an open approval as it is', async () => {
    const { ports, plan, inStore } = await proposed();
    await approve(ports, by('ann', plan.digest, true), guardrails);
    const later = { ...ports, clock: { now: () => Date.parse('2026-03-02T18:00:00Z') } };
    const again = await approve(later, by('bob', plan.digest), guardrails);
    expect(again).toMatchObject({ by: 'ann', exact: true, expiresAt: '2026-03-03T12:00:00.000Z' });
    expect(await inStore()).toMatchObject({ by: 'ann', approvedAt: '2026-03-02T12:00:00.000Z', exact: true });
  });

  it('approves a plan that was proposed again, whose earlier approval counts no more', async () => {
    const { ports, plan, inStore } = await proposed();
    await approve(ports, by('ann', plan.digest), guardrails);
    await proposeIn(ports.store, changes, '2026-03-02T11:30:00.000Z');
    await approve(ports, by('bob', plan.digest), guardrails);
    expect(await inStore()).toMatchObject({ by: 'bob', proposedAt: '2026-03-02T11:30:00.000Z' });
    expect(await openApprovals(ports, guardrails, null)).toMatchObject([{ by: 'bob' }]);
  });

  it('approves neither a plan that is too old nor one that runs have used up, and hears why', async () => {
    const old = portsOf();
    const { digest } = await proposeIn(old.store, changes, '2026-03-01T12:00:00.000Z');
    const tooOld = approve(old, by('ann', digest), guardrails);
    await expect(tooOld).rejects.toThrow(ApprovalExpired);
    await expect(tooOld).rejects.toThrow(
      `plan ${digest} was proposed at 2026-03-01T12:00:00.000Z and has expired: approvalHours in the guardrails is 24`,
    );
    const { ports, plan } = await proposed();
    await reserve(ports, 'run-7', { ...plan, indexes: [0, 1] });
    const used = approve(ports, by('ann', plan.digest), guardrails);
    await expect(used).rejects.toThrow(ApprovalUsed);
    await expect(used).rejects.toThrow('was used by run run-7 at 2026-03-02T12:00:00.000Z');
  });

  it('approves no plan whose changes are not those of its digest', async () => {
    const { ports, plan } = await proposed();
    await writeObject(ports.store, keys.proposedPlan(plan.digest), { ...plan, changes: [creationFor('forged')] });
    await expect(approve(ports, by('ann', plan.digest), guardrails)).rejects.toThrow(StoreDamaged);
    expect(await openApprovals(ports, guardrails, null)).toEqual([]);
  });
});

describe('two approvals of one plan at the same moment', () => {
  it('are the first of them', async () => {
    const { ports, plan, inStore } = await proposed();
    const open = await approve(ports, by('ann', plan.digest), guardrails);
    await storeApproval(ports, { ...open, by: 'bob', exact: true });
    expect(await inStore()).toMatchObject({ by: 'ann', exact: false });
  });

  it('of the plan of a file alone leave no approval: its use is the only record', async () => {
    const { ports, plan } = await proposed();
    const open = await approve(ports, by('ann', plan.digest), guardrails);
    const inFile = { ...open, digest: 'f'.repeat(64) };
    await storeApproval(ports, inFile);
    expect(await ports.store.get(keys.approval(inFile.digest))).toBeUndefined();
  });
});

describe('an open approval', () => {
  it('lasts until its last change is used, unless it is for the whole plan or nothing', async () => {
    for (const exact of [false, true]) {
      const { ports, plan } = await proposed();
      await approve(ports, by('ann', plan.digest, exact), guardrails);
      await reserve(ports, 'run-1', { ...plan, indexes: [1] });
      const left = (await openApprovals(ports, guardrails, 'run-2')).map(({ used }) => [...used]);
      expect(left).toEqual(exact ? [] : [[1]]);
      expect(await openApprovals(ports, guardrails, 'run-1')).toMatchObject([{ used: new Set() }]);
      await reserve(ports, 'run-2', { ...plan, indexes: [0] });
      expect(await openApprovals(ports, guardrails, 'run-3')).toEqual([]);
      const using = approvalsNamed(ports, { ...named('run-3'), approvedDigest: plan.digest }, guardrails);
      await expect(using).rejects.toThrow(ApprovalUsed);
    }
  });

  it('that was put under the digest of another plan allows nothing', async () => {
    const { ports, plan, inStore } = await proposed();
    await approve(ports, by('ann', plan.digest), guardrails);
    const other = await proposeIn(ports.store, [creationFor('billing')], earlier);
    await writeObject(ports.store, keys.approval(other.digest), await inStore());
    const open = await openApprovals(ports, guardrails, null);
    expect(open.map(({ digest }) => digest)).toEqual([plan.digest]);
  });

  it('whose proposed plan was forged since allows nothing', async () => {
    const { ports, plan } = await proposed();
    await approve(ports, by('ann', plan.digest), guardrails);
    await writeObject(ports.store, keys.proposedPlan(plan.digest), { ...plan, changes: [creationFor('forged')] });
    expect(await openApprovals(ports, guardrails, null)).toEqual([]);
  });
});

describe('the request of a run', () => {
  const requested = async (given: object, file?: ReturnType<typeof proposedPlan>) => {
    const { ports, plan } = await proposed();
    if (file !== undefined) await writeObject(ports.store, keys.planFile('run-1'), file);
    const run = { ...named('run-1'), approvedDigest: plan.digest, ...given };
    return { plan, asking: approvalsNamed(ports, run, guardrails) };
  };

  it('that names no plan has no approval, and must match the plan of its file', async () => {
    const without = await requested({ approvedDigest: null });
    expect(await without.asking).toEqual({ exact: [], named: undefined });
    const file = proposedPlan(earlier);
    const { asking } = await requested({ approvedDigest: null }, file);
    expect(await asking).toEqual({ exact: [file], named: undefined });
  });

  it('approves the plan that it names, as a bound or, where it says so, exactly', async () => {
    const bound = await requested({});
    expect(await bound.asking).toMatchObject({ exact: [], named: { exact: false, by: 'the request of run run-1' } });
    const { plan, asking } = await requested({ exact: true });
    expect(await asking).toMatchObject({ exact: [{ digest: plan.digest }], named: { exact: true } });
  });

  it('that names no plan uses the plan of its file once, while that is young', async () => {
    const { ports } = await proposed();
    const file = proposedPlan(earlier);
    for (const runId of ['run-1', 'run-2']) await writeObject(ports.store, keys.planFile(runId), file);
    const using = (runId: string, at = ports) =>
      approvalsNamed(at, { ...named(runId), approvedDigest: null }, guardrails);
    await using('run-1');
    const later = { ...ports, clock: { now: () => Date.parse('2026-03-03T11:00:00Z') } };
    await expect(using('run-1', later)).rejects.toThrow(ApprovalExpired);
    await reserve(ports, 'run-1', { ...file, indexes: [] });
    await using('run-1');
    await expect(using('run-2')).rejects.toThrow(ApprovalUsed);
  });

  it('with a file beside it must match both plans', async () => {
    const file = proposedPlan(earlier);
    const { plan, asking } = await requested({ exact: true }, file);
    const { exact, named: approval } = await asking;
    expect(exact.map(({ digest }) => digest)).toEqual([file.digest, plan.digest]);
    expect(approval).toMatchObject({ digest: plan.digest, exact: true });
  });

  it('approves nothing where only approvers do, and says who has to', async () => {
    const { ports, plan } = await proposed();
    const run = { ...named('run-1'), approvedDigest: plan.digest };
    const asking = approvalsNamed({ ...ports, approvalRule: 'stored' }, run, guardrails);
    await expect(asking).rejects.toThrow(ApprovalUnknown);
    await expect(asking).rejects.toThrow(`an approver runs headroom approve ${plan.digest}`);
    const absent = approvalsNamed(ports, { ...run, approvedDigest: 'f'.repeat(64) }, guardrails);
    await expect(absent).rejects.toThrow('no pending plan');
  });
});
