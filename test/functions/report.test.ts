import { describe, expect, it } from 'vitest';
import { report } from '../../functions/report.ts';
import { BusUnavailable, StoreUnavailable } from '../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import { createMemoryStore } from '../../lib/local/memory-store.ts';
import type { Store } from '../../lib/ports.ts';
import { assertLease, takeLease } from '../../lib/run/apply/lease.ts';
import { isSealed } from '../../lib/run/audit/log.ts';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { beginReading } from '../../lib/run/inventory/readers.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { leaveRun } from '../run/stored.ts';

const world = () => {
  const events: HeadroomEvent[] = [];
  const ports = {
    store: createMemoryStore(),
    bus: { publish: async (published: readonly HeadroomEvent[]) => void events.push(...published) },
    clock: { now: () => Date.parse('2026-03-02T08:00:00Z') },
  };
  return { ports, events };
};

const stopped = { Error: 'ABORTED', Cause: 'the execution ended as ABORTED without a report' };

describe('a run that is reported from outside', () => {
  it('is reported as failed and gives the lease back when it did not come to report itself', async () => {
    const { ports, events } = world();
    await takeLease(ports, 'run-1', 'hourly pass');
    const output = await report(ports)({ runId: 'run-1', failure: stopped, unlessReported: true });
    expect(output).toMatchObject({ outcome: 'failed', Error: 'ABORTED' });
    expect(events.map(({ type }) => type)).toEqual(['RunFailed', 'Notice']);
    await takeLease(ports, 'run-2', 'the next one');
  });

  it('keeps the report that it has written itself, and tells nothing twice', async () => {
    const { ports, events } = world();
    const own = { Error: 'PolicyInvalid', Cause: 'policy.yaml:3:1 mode: unknown' };
    await report(ports)({ runId: 'run-1', failure: own });
    const output = await report(ports)({ runId: 'run-1', failure: stopped, unlessReported: true });
    expect(output.Error).toBe('PolicyInvalid');
    expect((await readObject<ReportObject>(ports.store, keys.latestReport))?.error).toBe('PolicyInvalid');
    expect(events.map(({ type }) => type)).toEqual(['RunFailed', 'Notice']);
  });
});

describe('the audit of a run that ends', () => {
  it('is made once no further write can begin', async () => {
    const { ports } = world();
    await takeLease(ports, 'run-1', 'hourly pass');
    await leaveRun(ports.store, 'run-1', ['a']);
    let writesBegun = 0;
    const store: Store = {
      ...ports.store,
      get: async (key) => {
        // An apply task that is still under way, and comes to its next write while the records are put together.
        if (key === keys.progress('run-1', 'grant', 'shop')) {
          writesBegun += await assertLease(ports, 'run-1').then(
            () => 1,
            () => 0,
          );
        }
        return ports.store.get(key);
      },
    };
    await report({ ...ports, store })({ runId: 'run-1' });
    expect(writesBegun).toBe(0);
    expect(await verifyAudit(ports.store)).toMatchObject({ files: 1, records: 1 });
  });

  it('is not made while the store does not let the lease go, which is an error', async () => {
    const { ports } = world();
    await takeLease(ports, 'run-1', 'hourly pass');
    await leaveRun(ports.store, 'run-1', ['a']);
    const put: Store['put'] = (key, ...rest) =>
      key === keys.lease ? Promise.reject(new StoreUnavailable('the disk is full')) : ports.store.put(key, ...rest);
    const stuck = { ...ports, store: { ...ports.store, put } };
    await expect(report(stuck)({ runId: 'run-1' })).rejects.toThrow('the disk is full');
    expect(await isSealed(ports.store, 'run-1')).toBe(false);
    await report(ports)({ runId: 'run-1' });
    expect(await verifyAudit(ports.store)).toMatchObject({ files: 1 });
  });
});

describe('a bus that takes nothing', () => {
  it('costs neither the report nor the lease, and the next try that reaches the bus publishes each new episode once', async () => {
    const { ports, events } = world();
    const mute = { ...ports, bus: { publish: () => Promise.reject(new BusUnavailable('the bus is down')) } };
    await takeLease(ports, 'run-1', 'hourly pass');
    await expect(report(mute)({ runId: 'run-1', failure: stopped })).rejects.toThrow('the bus is down');
    expect(await readObject<ReportObject>(ports.store, keys.latestReport)).toMatchObject({ error: 'ABORTED' });
    await report(ports)({ runId: 'run-1', failure: stopped });
    await report(ports)({ runId: 'run-1', failure: stopped });
    const notices = events.filter(({ type }) => type === 'Notice');
    expect(notices).toHaveLength(1);
    await takeLease(ports, 'run-2', 'the next one');
  });

  it('keeps no run that failed while it read among those that read: the next pass would leave its work to it', async () => {
    const { ports } = world();
    const mute = { ...ports, bus: { publish: () => Promise.reject(new BusUnavailable('the bus is down')) } };
    const request = { trigger: { kind: 'schedule', by: 'hourly pass' }, readOnly: false } as const;
    await beginReading(ports, { runId: 'run-1', request, policy: '', known: 0 });
    await expect(report(mute)({ runId: 'run-1', failure: stopped })).rejects.toThrow(BusUnavailable);
    expect(await beginReading(ports, { runId: 'run-2', request, policy: '', known: 0 })).toMatchObject({
      instead: undefined,
    });
  });

  it('leaves what began to the next run where every try of this one fails', async () => {
    const { ports, events } = world();
    const mute = { ...ports, bus: { publish: () => Promise.reject(new BusUnavailable('the bus is down')) } };
    await takeLease(ports, 'run-1', 'hourly pass');
    await expect(report(mute)({ runId: 'run-1', failure: stopped })).rejects.toThrow(BusUnavailable);
    await takeLease(ports, 'run-2', 'the next one');
    await report(ports)({ runId: 'run-2', failure: stopped });
    expect(events.map(({ type }) => type)).toEqual(['RunFailed', 'Notice']);
  });
});
