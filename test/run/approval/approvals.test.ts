import { describe, expect, it } from 'vitest';
import { ApprovalAmbiguous, ApprovalExpired, ApprovalUnknown, ApprovalUsed } from '../../../lib/contract/errors.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { approvalsNamed, openApprovals } from '../../../lib/run/approval/approvals.ts';
import { approvedDigestOf } from '../../../lib/run/approval/proposed-plans.ts';
import { reserve } from '../../../lib/run/approval/uses.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { creationFor, digest, named, portsOf, proposedPlan, proposeIn, sibling } from './one-proposed-plan.ts';

describe('the digest of an approval', () => {
  const proposed = async (...digests: string[]) => {
    const { store } = portsOf();
    for (const one of digests) await writeObject(store, keys.proposedPlan(one), { digest: one, changes: [] });
    return store;
  };

  it.each([digest, digest.slice(0, 12), digest.slice(0, 63)])('is found by %s', async (given) => {
    expect(await approvedDigestOf(await proposed(digest), 'run-1', given)).toBe(digest);
  });

  it('is not guessed: where several plans begin alike, all of them are named and none is taken', async () => {
    const store = await proposed(digest, sibling);
    const approving = approvedDigestOf(store, 'run-1', digest.slice(0, 12));
    await expect(approving).rejects.toThrow(ApprovalAmbiguous);
    await expect(approving).rejects.toThrow(new RegExp(`${digest}.*${sibling}`));
    expect(await approvedDigestOf(store, 'run-1', digest)).toBe(digest);
  });

  it.each([
    ['shorter than 12 characters', digest.slice(0, 11), /first 12 characters/],
    ['of no plan', 'f'.repeat(64), /no pending plan f{64} in this store\. Run 'headroom plan' first/],
    ['longer than any digest', `${digest}00`, /no pending plan/],
    ['that leads out of the folder', '../../approvals/x', /no pending plan/],
  ])('%s is refused', async (_, given, text) => {
    const approving = approvedDigestOf(await proposed(digest), 'run-1', given);
    await expect(approving).rejects.toThrow(ApprovalUnknown);
    await expect(approving).rejects.toThrow(text);
  });

  it('may be that of the plan file of the run, and of no other run', async () => {
    const { store } = portsOf();
    await writeObject(store, keys.planFile('run-1'), proposedPlan('2026-03-02T11:00:00.000Z'));
    expect(await approvedDigestOf(store, 'run-1', digest.slice(0, 12))).toBe(digest);
    await expect(approvedDigestOf(store, 'run-2', digest)).rejects.toThrow(ApprovalUnknown);
  });
});

describe('an approval in the store', () => {
  /** Approves the creation of an endpoint, of which run-1 has used nothing. @returns the digest */
  const approvePlan = async (
    ports: ReturnType<typeof portsOf>,
    service: string,
    proposedAt = '2026-03-02T11:00:00.000Z',
    approvedAt = '2026-03-02T11:10:00.000Z',
  ): Promise<string> => {
    const { digest: approved } = await proposeIn(ports.store, [creationFor(service)], proposedAt);
    const approval = { digest: approved, proposedAt, approvedAt, by: 'a person', exact: false };
    await writeObject(ports.store, keys.approval(approved), approval);
    await reserve(ports, 'run-1', { digest: approved, proposedAt, indexes: [] });
    return approved;
  };

  it.each([
    ['it', keys.approval],
    ['its plan', keys.proposedPlan],
    ['the record of its uses', keys.used],
  ])('allows nothing if %s cannot be read, and the others still hold', async (_, keyOf) => {
    const ports = portsOf();
    const spoilt = await approvePlan(ports, 'orders');
    const whole = await approvePlan(ports, 'users');
    await ports.store.put(keyOf(spoilt), 'spoilt');
    const open = await openApprovals(ports, policyDefaults.guardrails, 'run-2');
    expect(open.map((one) => one.digest)).toEqual([whole]);
  });

  it('lasts from the approval, however long ago the plan was proposed', async () => {
    const late = ['2026-03-01T08:00:00.000Z', '2026-03-02T07:00:00.000Z'] as const;
    const ports = portsOf();
    const approved = await approvePlan(ports, 'orders', ...late);
    const open = await openApprovals(ports, policyDefaults.guardrails, 'run-2');
    expect(open.map((one) => [one.digest, one.expiresAt])).toEqual([[approved, '2026-03-03T07:00:00.000Z']]);
    const run = { ...named('run-2'), approvedDigest: approved };
    const { named: using } = await approvalsNamed(ports, run, policyDefaults.guardrails);
    expect(using).toMatchObject({ digest: approved, approvedAt: late[1] });
    const over = { ...ports, clock: { now: () => Date.parse('2026-03-03T07:00:00.000Z') } };
    expect(await openApprovals(over, policyDefaults.guardrails, 'run-2')).toEqual([]);
    await expect(approvalsNamed(over, run, policyDefaults.guardrails)).rejects.toThrow(ApprovalExpired);
  });

  it('does not approve the same plan when it is proposed later', async () => {
    const ports = { ...portsOf(), approvalRule: 'stored' } as const;
    const approved = await approvePlan(ports, 'orders');
    await proposeIn(ports.store, [creationFor('orders')], '2026-03-02T11:30:00.000Z');
    expect(await openApprovals(ports, policyDefaults.guardrails, 'run-4')).toEqual([]);
    const using = approvalsNamed(ports, { ...named('run-4'), approvedDigest: approved }, policyDefaults.guardrails);
    await expect(using).rejects.toThrow(ApprovalUnknown);
  });
});

describe('the plan of a file', () => {
  const withFile = async (proposedAt: string, ...runIds: string[]) => {
    const ports = portsOf();
    for (const runId of runIds) await writeObject(ports.store, keys.planFile(runId), proposedPlan(proposedAt));
    return ports;
  };

  it('is approved without ever having been proposed in this store', async () => {
    const ports = await withFile('2026-03-02T11:00:00.000Z', 'run-1');
    const { exact, named: approval } = await approvalsNamed(ports, named('run-1'), policyDefaults.guardrails);
    expect(exact).toEqual([proposedPlan('2026-03-02T11:00:00.000Z')]);
    expect(approval).toMatchObject({ digest, exact: true, by: 'the request of run run-1' });
  });

  it('is used once, also when the clock of the machine that made it is ahead', async () => {
    const proposedAt = '2026-03-02T12:04:00.000Z';
    const ports = await withFile(proposedAt, 'run-1', 'run-2');
    await approvalsNamed(ports, named('run-1'), policyDefaults.guardrails);
    await reserve(ports, 'run-1', { digest, proposedAt, indexes: [] });
    const again = approvalsNamed(ports, named('run-2'), policyDefaults.guardrails);
    await expect(again).rejects.toThrow(ApprovalUsed);
  });

  it.each([
    ['too old', '2026-03-01T12:00:00.000Z', 24],
    ['of no time that can be read', 'yesterday', 24],
    ['from the future', '2026-03-02T12:06:00.000Z', 24],
    ['made just now, where policy gives it 0 hours', '2026-03-02T12:01:00.000Z', 0],
  ])('is refused when it is %s', async (_, proposedAt, approvalHours) => {
    const ports = await withFile(proposedAt, 'run-1');
    const using = approvalsNamed(ports, named('run-1'), { ...policyDefaults.guardrails, approvalHours });
    await expect(using).rejects.toThrow(ApprovalExpired);
  });

  it('from further ahead than clocks explain names the clocks', async () => {
    const ports = await withFile('2026-03-02T12:05:01.000Z', 'run-1');
    const using = approvalsNamed(ports, named('run-1'), policyDefaults.guardrails);
    await expect(using).rejects.toThrow(
      `plan ${digest} was proposed in the future, at 2026-03-02T12:05:01.000Z; check the clocks; run 'headroom plan'`,
    );
  });
});
