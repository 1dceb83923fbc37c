import { describe, expect, it } from 'vitest';
import { report } from '../../functions/report.ts';
import { BusUnavailable, StoreUnavailable } from '../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import type { Store } from '../../lib/ports.ts';
import { assertLease, takeLease } from '../../lib/run/apply/lease.ts';
import { isSealed } from '../../lib/run/audit/log.ts';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { readLatestReport, readReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { listRuns } from '../../lib/run/store/run-summaries.ts';
import { leaveRun } from '../run/stored.ts';

const reportPorts = () => {
  const events: HeadroomEvent[] = [];
  const ports = {
    store: createMemoryStore(),
    bus: { publish: async (published: readonly HeadroomEvent[]) => void events.push(...published) },
    clock: { now: () => Date.parse('2026-03-02T08:00:00Z') },
    platform: { organization: 'org-example', maximumKind: 'additional' as const },
  };
  return { ports, events };
};

const stopped = { Error: 'ABORTED', Cause: 'the execution ended as ABORTED without a report' };

describe('a run that is reported from outside', () => {
  it('is reported as failed and gives the lease back when it did not come to report itself', async () => {
    const { ports, events } = reportPorts();
    await takeLease(ports, 'run-1', 'hourly pass');
    const output = await report(ports)({ runId: 'run-1', failure: stopped, unlessReported: true });
    expect(output).toMatchObject({ outcome: 'failed', Error: 'ABORTED' });
    expect(events.map(({ type }) => type)).toEqual(['RunFailed', 'Notice']);
    await takeLease(ports, 'run-2', 'the next one');
  });

  it('keeps the report that it has written itself, and tells nothing twice', async () => {
    const { ports, events } = reportPorts();
    const own = { Error: 'PolicyInvalid', Cause: 'policy.yaml:3:1 mode: unknown' };
    await report(ports)({ runId: 'run-1', failure: own });
    const output = await report(ports)({ runId: 'run-1', failure: stopped, unlessReported: true });
    expect(output.Error).toBe('PolicyInvalid');
    expect((await readLatestReport(ports.store))?.error).toBe('PolicyInvalid');
    expect(events.map(({ type }) => type)).toEqual(['RunFailed', 'Notice']);
  });
});

describe('the audit of a run that ends', () => {
  it('is made once no further write can begin', async () => {
    const { ports } = reportPorts();
    await takeLease(ports, 'run-1', 'hourly pass');
    await leaveRun(ports.store, 'run-1', ['a']);
    let writesBegun = 0;
    const store: Store = {
      ...ports.store,
      readLog: async (key) => {
        // An apply task that is still under way, and comes to its next write while the records are put together.
        if (key === keys.progress('run-1', 'grant', 'shop')) {
          writesBegun += await assertLease(ports, 'run-1').then(
            () => 1,
            () => 0,
          );
        }
        return ports.store.readLog(key);
      },
    };
    await report({ ...ports, store })({ runId: 'run-1' });
    expect(writesBegun).toBe(0);
    expect(await verifyAudit(ports.store)).toMatchObject({ files: 1, records: 1 });
  });

  it('is not made while the store does not let the lease go, which is an error', async () => {
    const { ports } = reportPorts();
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

/** The runs whose ends were published, and notices. */
const runsOf = (events: readonly HeadroomEvent[]) =>
  events.map(({ type, detail }) => ('runId' in detail ? detail.runId : type));

describe('a bus that takes nothing', () => {
  const muteOf = (ports: ReturnType<typeof reportPorts>['ports']) => ({
    ...ports,
    bus: { publish: () => Promise.reject(new BusUnavailable('the bus is down')) },
  });

  it('costs neither the report nor the lease, and the next report publishes its events once, the oldest first', async () => {
    const { ports, events } = reportPorts();
    await takeLease(ports, 'run-1', 'hourly pass');
    const output = await report(muteOf(ports))({ runId: 'run-1', failure: stopped });
    expect(output).toMatchObject({ Error: 'ABORTED', unpublished: 2 });
    expect(await readLatestReport(ports.store)).toMatchObject({
      error: 'ABORTED',
      unpublished: 2,
    });
    await takeLease(ports, 'run-2', 'the next one');
    await report(ports)({ runId: 'run-2' });
    expect(runsOf(events)).toEqual(['run-1', 'Notice', 'run-2']);
    await report(ports)({ runId: 'run-3' });
    expect(runsOf(events)).toEqual(['run-1', 'Notice', 'run-2', 'run-3']);
  });

  it('is named by the report and the list of runs, for the run whose events wait', async () => {
    const { ports } = reportPorts();
    const output = await report(muteOf(ports))({ runId: 'run-1' });
    expect(output).toMatchObject({ Error: '', unpublished: 1 });
    expect((await listRuns(ports.store, 1)).runs).toMatchObject([{ unpublished: 1 }]);
    expect(await report(ports)({ runId: 'run-2' })).not.toHaveProperty('unpublished');
  });

  it('is asked only when the lease is free', async () => {
    const { ports } = reportPorts();
    await takeLease(ports, 'run-1', 'hourly pass');
    let taken = 0;
    const bus = {
      publish: async () => {
        await takeLease(ports, `run-of-a-person-${taken}`, 'approval');
        taken += 1;
      },
    };
    await report({ ...ports, bus })({ runId: 'run-1', failure: stopped });
    expect(taken).toBe(1);
  });

  it('leaves the report of another run as the latest one', async () => {
    const { ports } = reportPorts();
    const bus = {
      publish: async () => {
        await report(ports)({ runId: 'run-2' });
        throw new BusUnavailable('the bus is down');
      },
    };
    await report({ ...ports, bus })({ runId: 'run-1' });
    expect((await readLatestReport(ports.store))?.runId).toBe('run-2');
    expect((await readReport(ports.store, 'run-1'))?.unpublished).toBe(1);
  });
});

describe('a bus that refuses one event', () => {
  it('takes the others once, and the refused one when it can', async () => {
    const { ports, events } = reportPorts();
    let refuses = true;
    const bus = {
      publish: async (published: readonly HeadroomEvent[]) => {
        const isRefused = ({ type }: HeadroomEvent) => refuses && type === 'Notice';
        events.push(...published.filter((event) => !isRefused(event)));
        const refused = published.flatMap((event, place) => (isRefused(event) ? [place] : []));
        if (refused.length > 0) throw new BusUnavailable('refused', new Set(refused));
      },
    };
    await takeLease(ports, 'run-1', 'hourly pass');
    expect(await report({ ...ports, bus })({ runId: 'run-1', failure: stopped })).toMatchObject({ unpublished: 1 });
    expect(runsOf(events)).toEqual(['run-1']);
    await report({ ...ports, bus })({ runId: 'run-2' });
    expect(runsOf(events)).toEqual(['run-1', 'run-2']);
    refuses = false;
    await report({ ...ports, bus })({ runId: 'run-3' });
    expect(runsOf(events)).toEqual(['run-1', 'run-2', 'Notice', 'run-3']);
  });
});

describe('a report that ends before it publishes', () => {
  it('loses no finding that opens: its next attempt publishes it, once', async () => {
    const { ports, events } = reportPorts();
    await takeLease(ports, 'run-1', 'hourly pass');
    const put: Store['put'] = (key, ...rest) =>
      key === keys.lease ? Promise.reject(new StoreUnavailable('the disk is full')) : ports.store.put(key, ...rest);
    await expect(
      report({ ...ports, store: { ...ports.store, put } })({ runId: 'run-1', failure: stopped }),
    ).rejects.toThrow('the disk is full');
    expect(events).toEqual([]);
    await report(ports)({ runId: 'run-1', failure: stopped });
    expect(events.map(({ type }) => type)).toEqual(['RunFailed', 'Notice']);
  });
});

describe('the latest report', () => {
  it('is that of a run that failed, and not of one that was refused: it knows nothing of the organization', async () => {
    const { ports } = reportPorts();
    await report(ports)({ runId: 'run-1', failure: stopped });
    await report(ports)({ runId: 'run-2', failure: { Error: 'LeaseHeld', Cause: 'run-1 has it' } });
    expect((await readLatestReport(ports.store))?.runId).toBe('run-1');
    expect((await readReport(ports.store, 'run-2'))?.outcome).toBe('refused');
  });
});
