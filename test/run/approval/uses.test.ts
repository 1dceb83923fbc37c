import { describe, expect, it } from 'vitest';
import { ApprovalUsed, StoreConflict, StoreDamaged, StoreUnavailable } from '../../../lib/contract/errors.ts';
import type { AuditedWrite } from '../../../lib/core/audit/audit.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { summarize } from '../../../lib/core/plan/summary.ts';
import type { Store } from '../../../lib/ports.ts';
import { releaseUnused, reserve, usesOf } from '../../../lib/run/approval/uses.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { creationFor, digest, portsOf, proposedPlan, proposeIn } from './one-proposed-plan.ts';

describe('approved changes', () => {
  const approved = { digest, proposedAt: '2026-03-02T11:00:00.000Z', indexes: [0, 1] };

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
    await expect(reserve(ports, 'run-2', { ...approved, indexes: [1] })).rejects.toThrow(ApprovalUsed);
    await reserve(ports, 'run-2', { ...approved, indexes: [2] });
    const runs = await usesOf(ports.store, approved, null);
    expect(runs.map(({ runId, indexes }) => [runId, indexes])).toEqual([
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
    const proposed = { ...proposedPlan(approved.proposedAt), runId: 'run-0', changes, summary: summarize([], []) };
    await writeObject(ports.store, keys.proposedPlan(digest), proposed);
    await reserve(ports, 'run-1', approved);
    const plan = { digest } as Plan;
    await releaseUnused(ports.store, 'run-1', plan, async () => {
      const { store } = ports;
      const put: Store['put'] = async (...request) => {
        store.put = before;
        await reserve(ports, 'run-2', { ...approved, indexes: [2] });
        return before(...request);
      };
      const before = store.put;
      store.put = put;
      return [];
    });
    const runs = await usesOf(ports.store, approved, null);
    expect(runs.map(({ runId, indexes }) => [runId, indexes])).toEqual([
      ['run-1', []],
      ['run-2', [2]],
    ]);
  });

  it('are not reserved over a record of uses that cannot be read, and it stays as it is', async () => {
    const ports = portsOf();
    await ports.store.put(keys.used(digest), 'spoilt');
    await expect(reserve(ports, 'run-1', approved)).rejects.toThrow(StoreDamaged);
    expect((await ports.store.get(keys.used(digest)))?.body).toBe('spoilt');
  });

  it('are free again where the same plan was proposed anew', async () => {
    const ports = portsOf();
    await reserve(ports, 'run-1', approved);
    const anew = { ...approved, proposedAt: '2026-03-02T11:30:00.000Z' };
    await reserve(ports, 'run-2', anew);
    expect((await usesOf(ports.store, anew, null)).map(({ runId }) => runId)).toEqual(['run-2']);
  });
});

describe('the changes of a run that has ended', () => {
  const reservedBy = async (...indexes: readonly number[]) => {
    const ports = portsOf();
    const plan = await proposeIn(ports.store, ['a', 'b', 'c'].map(creationFor), '2026-03-02T11:00:00.000Z');
    await reserve(ports, 'run-1', { ...plan, indexes });
    return { ports, plan };
  };
  const wrote = (service: string, status: string) => ({ ...creationFor(service), status }) as unknown as AuditedWrite;

  it('stay used unless the platform certainly refused them or they were never sent', async () => {
    const { ports, plan } = await reservedBy(0, 1, 2);
    const carried = { digest: 'another', approval: { used: [{ digest: plan.digest }], rest: null } } as unknown as Plan;
    await releaseUnused(ports.store, 'run-1', carried, async () => [wrote('a', 'unknown'), wrote('b', 'failed')]);
    expect(await usesOf(ports.store, plan, null)).toMatchObject([{ runId: 'run-1', indexes: [0] }]);
  });

  it('are left alone where all were written, and where the plan was proposed anew', async () => {
    const { ports, plan } = await reservedBy(0);
    const { version } = (await ports.store.get(keys.used(plan.digest))) ?? {};
    const own = { digest: plan.digest } as Plan;
    await releaseUnused(ports.store, 'run-1', own, async () => [wrote('a', 'confirmed')]);
    await proposeIn(ports.store, ['a', 'b', 'c'].map(creationFor), '2026-03-02T11:45:00.000Z');
    await releaseUnused(ports.store, 'run-1', own, async () => []);
    expect((await ports.store.get(keys.used(plan.digest)))?.version).toBe(version);
    expect(await usesOf(ports.store, { ...plan, digest }, null)).toEqual([]);
  });

  it('are not looked for where the run used no approval', async () => {
    const { ports, plan } = await reservedBy(0);
    const writes = async () => expect.unreachable();
    await releaseUnused(ports.store, 'run-2', { digest: plan.digest } as Plan, writes);
    await releaseUnused(ports.store, 'run-1', { digest } as Plan, writes);
  });
});
