import { describe, expect, it } from 'vitest';
import { report } from '../../functions/report.ts';
import { BusUnavailable } from '../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import { takeLease } from '../../lib/run/lease.ts';
import { keys, type ReportObject, readObject } from '../../lib/run/objects.ts';
import { createMemoryStore } from '../memory-store.ts';

const world = () => {
  const events: HeadroomEvent[] = [];
  const ports = {
    store: createMemoryStore(),
    bus: { publish: async (published: readonly HeadroomEvent[]) => void events.push(...published) },
    clock: { now: () => Date.parse('2026-03-02T08:00:00Z') },
  };
  return { ports, events };
};

const stopped = { Error: 'ABORTED', Cause: 'the execution ended as ABORTED before it was reported' };

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
    expect(events.length).toBe(1);
  });
});

describe('a bus that takes nothing', () => {
  it('costs neither the report nor the lease, and what began is told once by the next try that reaches it', async () => {
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
