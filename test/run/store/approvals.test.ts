import { describe, expect, it } from 'vitest';
import { ApprovalAmbiguous, ApprovalExpired, ApprovalUnknown, ApprovalUsed } from '../../../lib/contract/errors.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { approvedDigestOf, proposalsOf, useProposals } from '../../../lib/run/store/approvals.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import type { Proposal, RunObject } from '../../../lib/run/store/run-objects.ts';
import { createMemoryStore } from '../../../lib/simulation/surroundings/memory-store.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const digest = 'ab12cd34ef56'.padEnd(64, '0');
const sibling = 'ab12cd34ef56'.padEnd(64, '1');

const portsOf = (store = createMemoryStore()) => ({ store, clock: { now: () => now } });
const run = (runId: string) => ({ runId }) as RunObject;
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

describe('a plan that was used and is proposed anew', () => {
  it('goes to one of two runs that use it at the same moment', async () => {
    const ports = portsOf();
    await writeObject(ports.store, keys.approval(digest), { digest, runId: 'old', usedAt: '2026-03-02T10:00:00.000Z' });
    const anew = [proposal('2026-03-02T11:00:00.000Z')];
    const ended = await Promise.allSettled(['run-1', 'run-2'].map((id) => useProposals(ports, run(id), anew)));
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ended.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(ApprovalUsed) });
    const winner = ended[0]?.status === 'fulfilled' ? 'run-1' : 'run-2';
    expect(await readObject(ports.store, keys.approval(digest))).toMatchObject({ runId: winner });
  });
});

describe('the plan of a file', () => {
  const approving = (runId: string) => ({ runId, approvedDigest: digest }) as RunObject;
  const withFile = async (proposedAt: string, ...runIds: string[]) => {
    const ports = portsOf();
    for (const runId of runIds) await writeObject(ports.store, keys.planFile(runId), proposal(proposedAt));
    return ports;
  };

  it('is approved without ever having been proposed in this store', async () => {
    const ports = await withFile('2026-03-02T11:00:00.000Z', 'run-1');
    const proposals = await proposalsOf(ports, approving('run-1'), policyDefaults.guardrails);
    expect(proposals).toEqual([proposal('2026-03-02T11:00:00.000Z')]);
  });

  it('is used once, also when the clock of the machine that made it is ahead', async () => {
    const ports = await withFile('2026-03-02T12:04:00.000Z', 'run-1', 'run-2');
    const first = await proposalsOf(ports, approving('run-1'), policyDefaults.guardrails);
    await useProposals(ports, run('run-1'), first);
    await expect(proposalsOf(ports, approving('run-2'), policyDefaults.guardrails)).rejects.toThrow(ApprovalUsed);
    await expect(useProposals(ports, run('run-2'), first)).rejects.toThrow(ApprovalUsed);
  });

  it.each([
    ['too old', '2026-03-01T12:00:00.000Z', 24],
    ['of no time that can be read', 'yesterday', 24],
    ['from the future', '2026-03-02T12:06:00.000Z', 24],
    ['made just now, where policy gives it 0 hours', '2026-03-02T12:01:00.000Z', 0],
  ])('is refused when it is %s', async (_, proposedAt, approvalHours) => {
    const ports = await withFile(proposedAt, 'run-1');
    const using = proposalsOf(ports, approving('run-1'), { ...policyDefaults.guardrails, approvalHours });
    await expect(using).rejects.toThrow(ApprovalExpired);
  });
});
