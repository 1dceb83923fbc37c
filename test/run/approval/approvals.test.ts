import { describe, expect, it } from 'vitest';
import {
  ApprovalAmbiguous,
  ApprovalExpired,
  ApprovalUnknown,
  ApprovalUsed,
  StoreConflict,
  StoreDamaged,
  StoreUnavailable,
} from '../../../lib/contract/errors.ts';
import { digestText } from '../../../lib/core/plan/order.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { summarize } from '../../../lib/core/plan/summary.ts';
import { policyDefaults } from '../../../lib/core/policy/policy-defaults.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import type { Store } from '../../../lib/ports.ts';
import { approvalsNamed, openApprovals } from '../../../lib/run/approval/approvals.ts';
import { approvedDigestOf } from '../../../lib/run/approval/proposals.ts';
import { giveBack, reserve, usesOf } from '../../../lib/run/approval/uses.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import type { Proposal, RunObject } from '../../../lib/run/store/run-objects.ts';
import { sha256 } from '../../../lib/run/store/sha256.ts';

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

const creationFor = (service: string) => ({
  kind: 'create-endpoint' as const,
  phase: 'grant' as const,
  project: 'shop',
  service,
  toGb: 5,
  endpointName: `headroom-${service}`,
  maximum: { kind: 'additional', gb: 5 } as const,
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

  it('are reserved although S3 took the write and its answer was lost, so that the repeated request met its own write', async () => {
    const ports = portsOf();
    let isLost = true;
    const put: Store['put'] = async (...request) => {
      await ports.store.put(...request);
      const meetsItself = isLost;
      isLost = false;
      if (meetsItself) throw new StoreConflict('the object has changed');
    };
    await reserve({ ...ports, store: { ...ports.store, put } }, 'run-1', approved);
    expect((await usesOf(ports.store, approved, null)).map(({ runId }) => runId)).toEqual(['run-1']);
  });

  it('are not reserved where the store rejects every write', async () => {
    const ports = portsOf();
    const put: Store['put'] = async () => {
      throw new StoreConflict('the object has changed');
    };
    const reserving = reserve({ ...ports, store: { ...ports.store, put } }, 'run-1', approved);
    await expect(reserving).rejects.toThrow(StoreUnavailable);
  });

  it('are free again after the run that did not make them, also where another run uses others at the same moment', async () => {
    const ports = portsOf();
    const changes = ['a', 'b', 'c'].map(creationFor);
    const proposed = { ...proposal(approved.proposedAt), runId: 'run-0', changes, summary: summarize([], []) };
    await writeObject(ports.store, keys.proposal(digest), proposed);
    await reserve(ports, 'run-1', approved);
    const plan = { digest } as Plan;
    await giveBack(ports.store, 'run-1', plan, async () => {
      const { store } = ports;
      const put: Store['put'] = async (...request) => {
        store.put = before;
        await reserve(ports, 'run-2', { ...approved, places: [2] });
        return before(...request);
      };
      const before = store.put;
      store.put = put;
      return [];
    });
    const runs = await usesOf(ports.store, approved, null);
    expect(runs.map(({ runId, places }) => [runId, places])).toEqual([
      ['run-1', []],
      ['run-2', [2]],
    ]);
  });

  it('are not reserved over a record of uses that cannot be read, and it stays as it is', async () => {
    const ports = portsOf();
    await ports.store.put(keys.approvalUse(digest), 'spoilt');
    await expect(reserve(ports, 'run-1', approved)).rejects.toThrow(StoreDamaged);
    expect((await ports.store.get(keys.approvalUse(digest)))?.body).toBe('spoilt');
  });

  it('are free again where the same plan was proposed anew', async () => {
    const ports = portsOf();
    await reserve(ports, 'run-1', approved);
    const anew = { ...approved, proposedAt: '2026-03-02T11:30:00.000Z' };
    await reserve(ports, 'run-2', anew);
    expect((await usesOf(ports.store, anew, null)).map(({ runId }) => runId)).toEqual(['run-2']);
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
    const changes = [creationFor(service)];
    const one = { digest: sha256(digestText(changes)), proposedAt };
    const plan = { ...one, runId: 'run-0', projects: null, changes, summary: summarize([], []) };
    await writeObject(ports.store, keys.proposal(one.digest), plan);
    const approval = { ...one, approvedAt, by: 'a person', exact: false };
    await writeObject(ports.store, keys.approval(one.digest), approval);
    await reserve(ports, 'run-1', { ...one, places: [] });
    return one.digest;
  };

  it.each([
    ['it', keys.approval],
    ['its plan', keys.proposal],
    ['the record of its uses', keys.approvalUse],
  ])('allows nothing if %s cannot be read, and the others still hold', async (_, keyOf) => {
    const ports = portsOf();
    const spoilt = await approvePlan(ports, 'orders');
    const whole = await approvePlan(ports, 'users');
    await ports.store.put(keyOf(spoilt), 'spoilt');
    const open = await openApprovals(ports, policyDefaults.guardrails, 'run-2');
    expect(open.map((one) => one.digest)).toEqual([whole]);
  });

  it('lasts from the approval, however old its proposal was', async () => {
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

  it('does not approve a later proposal of the same plan', async () => {
    const ports = { ...portsOf(), approvalRule: 'stored' } as const;
    const approved = await approvePlan(ports, 'orders');
    const later = await readObject<Proposal>(ports.store, keys.proposal(approved));
    const anew = { ...later, runId: 'run-3', summary: summarize([], []), proposedAt: '2026-03-02T11:30:00.000Z' };
    await writeObject(ports.store, keys.proposal(approved), anew);
    expect(await openApprovals(ports, policyDefaults.guardrails, 'run-4')).toEqual([]);
    const using = approvalsNamed(ports, { ...named('run-4'), approvedDigest: approved }, policyDefaults.guardrails);
    await expect(using).rejects.toThrow(ApprovalUnknown);
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
    expect(approval).toMatchObject({ digest, exact: true, by: 'the request of run run-1' });
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
