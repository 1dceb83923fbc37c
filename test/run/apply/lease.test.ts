import { describe, expect, it } from 'vitest';
import {
  LeaseHeld,
  LeaseLost,
  StoreConflict,
  StoreDamaged,
  StoreOwned,
  StoreUnavailable,
} from '../../../lib/contract/errors.ts';
import type { Store } from '../../../lib/ports.ts';
import {
  assertLease,
  disownStore,
  hadLease,
  releaseLease,
  restLease,
  takeLease,
} from '../../../lib/run/apply/lease.ts';
import { noteUnsealed } from '../../../lib/run/audit/log.ts';
import { auditRecordsOf } from '../../../lib/run/audit/reading.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { losingFirstAnswer } from '../../losing-answer.ts';
import { leaveRun } from '../stored.ts';
import { hour, leasePorts, minute } from './lease-ports.ts';

describe('the lease', () => {
  it('is held by one run at a time, and says by whom and until when', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', 'hourly schedule');
    const second = takeLease(ports, 'run-2', 'a person');
    await expect(second).rejects.toThrow(LeaseHeld);
    await expect(second).rejects.toThrow(/run-1 \(hourly schedule\).*2026-01-01T00:20/);
  });

  it('may be taken again by the run that holds it, so that a retried task goes on', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await takeLease(ports, 'run-1', '');
    await assertLease(ports, 'run-1');
  });

  it('is taken where the store took the write and lost its answer, and nowhere else', async () => {
    const ports = leasePorts();
    await takeLease({ ...ports, store: losingFirstAnswer(ports.store) }, 'run-1', 'a person');
    await assertLease(ports, 'run-1');
    await releaseLease(ports, 'run-1');
    const beaten: Store = {
      ...ports.store,
      put: async (key, body, condition) => {
        await ports.store.put(key, body.replace('run-2', 'run-3'), condition);
        await ports.store.put(key, body, condition);
      },
    };
    const late = takeLease({ ...ports, store: beaten }, 'run-2', 'a person');
    await expect(late).rejects.toThrow('another run took the lease at the same moment');
    await assertLease(ports, 'run-3');
  });

  it('rests and renews where the store lost the answer to that', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await restLease({ ...ports, store: losingFirstAnswer(ports.store) }, 'run-1');
    await takeLease(ports, 'run-1', '');
    ports.pass(19 * minute);
    await assertLease({ ...ports, store: losingFirstAnswer(ports.store) }, 'run-1');
    await releaseLease({ ...ports, store: losingFirstAnswer(ports.store) }, 'run-1');
    await takeLease(ports, 'run-2', '');
  });

  it('is not taken again by a late copy of a task whose run has released it', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await releaseLease(ports, 'run-1');
    await expect(takeLease(ports, 'run-1', '')).rejects.toThrow('run run-1 is over');
    await takeLease(ports, 'run-2', '');
  });

  it('rests while its run asks the platform: another run takes it, and then this run again', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await restLease(ports, 'run-1');
    await takeLease({ ...ports, clock: { now: () => ports.clock.now() - 10 * minute } }, 'run-2', '');
    await expect(takeLease(ports, 'run-1', '')).rejects.toThrow(LeaseHeld);
    await restLease(ports, 'run-1');
    await assertLease(ports, 'run-2');
    await releaseLease(ports, 'run-2');
    await takeLease(ports, 'run-1', '');
    await assertLease(ports, 'run-1');
    // Its audit is still open.
    expect(await ports.store.list('runs/')).not.toContain(keys.sealed('run-1'));
  });

  it('says whose the store is, and is refused to the runs of another organization or deployment', async () => {
    const ports = leasePorts();
    const owned = async () => JSON.parse((await ports.store.get(keys.lease))?.body ?? '').owner;
    await takeLease(ports, 'run-1', '', { organization: 'org-a' });
    await releaseLease(ports, 'run-1');
    await takeLease(ports, 'run-2', '', { organization: 'org-a', stack: 'stack-1' });
    await releaseLease(ports, 'run-2');
    // A command line knows no deployment, and leaves the one that is noted.
    await takeLease(ports, 'run-3', '', { organization: 'org-a' });
    expect(await owned()).toEqual({ organization: 'org-a', stack: 'stack-1' });
    for (const own of [{ organization: 'org-b' }, { organization: 'org-a', stack: 'stack-2' }, { stack: 'stack-2' }])
      await expect(takeLease(ports, 'run-4', '', own)).rejects.toThrow(StoreOwned);
    expect(await owned()).toEqual({ organization: 'org-a', stack: 'stack-1' });
    await assertLease(ports, 'run-3');
    await disownStore(ports.store);
    await releaseLease(ports, 'run-3');
    await takeLease(ports, 'run-4', '', { organization: 'org-b', stack: 'stack-2' });
    expect(await owned()).toEqual({ organization: 'org-b', stack: 'stack-2' });
  });

  it('goes to the next run once released', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await releaseLease(ports, 'run-1');
    await takeLease(ports, 'run-2', '');
    await assertLease(ports, 'run-2');
  });

  it('goes to the next run once released, also where the clock is behind that of the run that released it', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await releaseLease({ ...ports, clock: { now: () => ports.clock.now() + 2 * 3_600_000 } }, 'run-1');
    await expect(assertLease(ports, 'run-1')).rejects.toThrow('no longer has the lease');
    await takeLease(ports, 'run-2', '');
    await assertLease(ports, 'run-2');
  });

  it('goes to the next run 20 minutes after the last sign of life of the one that died', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    ports.pass(11 * minute);
    await assertLease(ports, 'run-1');
    ports.pass(20 * minute - 1);
    await expect(takeLease(ports, 'run-2', '')).rejects.toThrow(LeaseHeld);
    ports.pass(1);
    await takeLease(ports, 'run-2', '');
    await expect(assertLease(ports, 'run-1')).rejects.toThrow(LeaseLost);
  });

  it('is not taken again by a run whose writes another run has put into the audit', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await leaveRun(ports.store, 'run-1', ['orders']);
    ports.pass(20 * minute);
    await takeLease(ports, 'run-2', '');
    await releaseLease(ports, 'run-2');
    await expect(takeLease(ports, 'run-1', '')).rejects.toThrow(
      'run run-1 is over: another run took its lease and sealed its writes',
    );
  });

  it('is not taken again by a run that had it before its first write: others may use what it had reserved', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    ports.pass(20 * minute);
    await takeLease(ports, 'run-2', '');
    await releaseLease(ports, 'run-2');
    await expect(takeLease(ports, 'run-1', '')).rejects.toThrow('run run-1 is over');
  });

  it('is taken again by its run without sealing the writes that the run has made so far', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await leaveRun(ports.store, 'run-1', ['orders']);
    await noteUnsealed(ports.store, 'run-1');
    await takeLease(ports, 'run-1', '');
    expect(await auditRecordsOf(ports.store, 'run-1')).toEqual([]);
    await takeLease(ports, 'run-1', '');
  });

  it('is not renewed for a run that has released it or lets it rest', async () => {
    for (const giveUp of [releaseLease, restLease]) {
      const ports = leasePorts();
      await takeLease(ports, 'run-1', '');
      ports.pass(15 * minute);
      await giveUp(ports, 'run-1');
      const before = await ports.store.get(keys.lease);
      await expect(assertLease(ports, 'run-1')).rejects.toThrow(LeaseLost);
      expect(await hadLease(ports, 'run-1')).toBe(true);
      expect(await ports.store.get(keys.lease)).toEqual(before);
    }
  });

  it('of another run is not released', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    await releaseLease(ports, 'run-2');
    await assertLease(ports, 'run-1');
  });

  it('is refused to a run that never took it', async () => {
    await expect(assertLease(leasePorts(), 'run-1')).rejects.toThrow(LeaseLost);
  });

  it.each(['{"runId":', 'null', '"run-1"', '{}', '{"runId":"run-0","expiresAt":"tomorrow"}'])(
    'that cannot be read stops every run, because another one may be at work: %s',
    async (body) => {
      const ports = leasePorts();
      await ports.store.put(keys.lease, body);
      await expect(takeLease(ports, 'run-1', '')).rejects.toThrow(
        /^lease\.json in the store cannot be read \(.+\)\. If no run is active, take the lease with headroom apply --break-lease, or delete the object\.$/,
      );
      await expect(takeLease(ports, 'run-1', '')).rejects.toThrow(StoreDamaged);
      await expect(assertLease(ports, 'run-1')).rejects.toThrow(LeaseLost);
      await releaseLease(ports, 'run-1');
      expect((await ports.store.get(keys.lease))?.body).toBe(body);
    },
  );

  it.each([
    ['fails', new StoreUnavailable('the disk is full'), /the disk is full/],
    [
      'refuses',
      new StoreConflict('held'),
      /the store rejects every change of lease\.json; check the permissions and locks of that object/,
    ],
  ])('that the store %s to let go is an error, for no other run could begin', async (_, error, said) => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    const store: Store = { ...ports.store, put: () => Promise.reject(error) };
    await expect(releaseLease({ ...ports, store }, 'run-1')).rejects.toThrow(said);
    await assertLease(ports, 'run-1');
  });

  it('that another run takes while it is released stays with that run', async () => {
    const ports = leasePorts();
    await takeLease(ports, 'run-1', '');
    ports.pass(7 * hour);
    const store: Store = {
      ...ports.store,
      put: async (...given) => {
        await takeLease(ports, 'run-2', '');
        return ports.store.put(...given);
      },
    };
    await releaseLease({ ...ports, store }, 'run-1');
    await assertLease(ports, 'run-2');
  });

  it('goes to exactly one of many that ask at once', async () => {
    const ports = leasePorts();
    const asked = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => takeLease(ports, `run-${n}`, '')));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
