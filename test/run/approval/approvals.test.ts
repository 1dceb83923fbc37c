import { describe, expect, it } from 'vitest';
import { ApprovalAmbiguous, ApprovalExpired, ApprovalUnknown, ApprovalUsed } from '../../../lib/contract/errors.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import { approvalsNamed, openApprovals } from '../../../lib/run/approval/approvals.ts';
import { approvedDigestOf } from '../../../lib/run/approval/proposals.ts';
import { reserve, usesOf } from '../../../lib/run/approval/uses.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import type { Proposal, RunObject } from '../../../lib/run/store/run-objects.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const digest = 'ab12cd34ef56'.padEnd(64, '0');
const sibling = 'ab12cd34ef56'.padEnd(64, '1');

const portsOf = (store = createMemoryStore()) => ({ store, clock: { now: () => now } });
const named = (runId: string) =>
  ({ runId, approvedDigest: digest, trigger: { kind: 'manual', by: 'a person' } }) as RunObject;
const proposal = (proposedAt: string): Proposal => ({ digest, proposedAt, projects: null, changes: [] });

describe('the digest of an approval', () => {
  const proposed = async (...digests: string[]) => {
    const { store } = portsOf();
    for (const one of digests) await writeObject(store, keys.proposal(one), { digest: one, changes: [] });
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
    await writeObject(store, keys.planFile('run-1'), proposal('2026-03-02T11:00:00.000Z'));
    expect(await approvedDigestOf(store, 'run-1', digest.slice(0, 12))).toBe(digest);
    await expect(approvedDigestOf(store, 'run-2', digest)).rejects.toThrow(ApprovalUnknown);
  });
});

describe('approved changes', () => {
  const approved = { digest, proposedAt: '2026-03-02T11:00:00.000Z', places: [0, 1] };

  it('go to one of two runs that use them at the same moment', async () => {
    const ports = portsOf();
    const ended = await Promise.allSettled(['run-1', 'run-2'].map((id) => reserve(ports, id, approved)));
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(ApprovalUsed) });
  });

  it('are used once, and are the same use when the task of the run is repeated', async () => {
    const ports = portsOf();
    await reserve(ports, 'run-1', approved);
    await reserve(ports, 'run-1', approved);
    await expect(reserve(ports, 'run-2', { ...approved, places: [1] })).rejects.toThrow(ApprovalUsed);
    await reserve(ports, 'run-2', { ...approved, places: [2] });
    const runs = await usesOf(ports.store, approved, null);
    expect(runs.map(({ runId, places }) => [runId, places])).toEqual([
      ['run-1', [0, 1]],
      ['run-2', [2]],
    ]);
  });

  it('are free again where the same plan was proposed anew', async () => {
    const ports = portsOf();
    await reserve(ports, 'run-1', approved);
    const anew = { ...approved, proposedAt: '2026-03-02T11:30:00.000Z' };
    await reserve(ports, 'run-2', anew);
    expect((await usesOf(ports.store, anew, null)).map(({ runId }) => runId)).toEqual(['run-2']);
  });
});

describe('what the version before stored', () => {
  it('is an approval that one run has used as a whole', async () => {
    const { store } = portsOf();
    const stored = { version: 1, digest, runId: 'run-7', usedAt: '2026-03-02T11:30:00.000Z' };
    await store.put(keys.approval(digest), JSON.stringify(stored));
    expect(await readObject(store, keys.approval(digest))).toEqual({
      digest,
      proposedAt: stored.usedAt,
      approvedAt: stored.usedAt,
      by: '',
      exact: true,
      usedBy: 'run-7',
    });
    await writeObject(store, keys.planFile('run-1'), proposal('2026-03-02T11:00:00.000Z'));
    const using = approvalsNamed({ ...portsOf(store) }, named('run-1'), policyDefaults.guardrails);
    await expect(using).rejects.toThrow('was used by run run-7 at 2026-03-02T11:30:00.000Z');
    expect(await openApprovals(portsOf(store), policyDefaults.guardrails, null)).toEqual([]);
  });
});

describe('the plan of a file', () => {
  const withFile = async (proposedAt: string, ...runIds: string[]) => {
    const ports = portsOf();
    for (const runId of runIds) await writeObject(ports.store, keys.planFile(runId), proposal(proposedAt));
    return ports;
  };

  it('is approved without ever having been proposed in this store', async () => {
    const ports = await withFile('2026-03-02T11:00:00.000Z', 'run-1');
    const { exact, named: approval } = await approvalsNamed(ports, named('run-1'), policyDefaults.guardrails);
    expect(exact).toEqual([proposal('2026-03-02T11:00:00.000Z')]);
    expect(approval).toMatchObject({ digest, exact: true, by: 'a person' });
  });

  it('is used once, also when the clock of the machine that made it is ahead', async () => {
    const proposedAt = '2026-03-02T12:04:00.000Z';
    const ports = await withFile(proposedAt, 'run-1', 'run-2');
    await approvalsNamed(ports, named('run-1'), policyDefaults.guardrails);
    await reserve(ports, 'run-1', { digest, proposedAt, places: [] });
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
});
