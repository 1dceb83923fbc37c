import { describe, expect, it } from 'vitest';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import { type BatchedEvent, createLocalBus } from '../../lib/local/bus.ts';
import { busContract } from '../contracts/bus.ts';

const created = (service: string): HeadroomEvent => ({ type: 'ServiceCreated', detail: { project: 'p', service } });

const makeBus = (wake: (batch: BatchedEvent[]) => Promise<void>) => {
  const scheduled: { action: () => void; delayMs: number }[] = [];
  const heard: HeadroomEvent[] = [];
  const errors: unknown[] = [];
  const bus = createLocalBus({
    windowMs: 500,
    schedule: (action, delayMs) => void scheduled.push({ action, delayMs }),
    listen: (event) => void heard.push(event),
    wake,
    onError: (error) => void errors.push(error),
  });
  return { bus, scheduled, heard, errors };
};

busContract('the local bus', () => makeBus(async () => undefined));

describe('the local bus', () => {
  it('lets events that come within the window start one run', async () => {
    const batches: BatchedEvent[][] = [];
    const { bus, scheduled } = makeBus(async (batch) => void batches.push(batch));
    await bus.publish([created('a')]);
    await bus.publish([created('b')]);
    expect(scheduled.map(({ delayMs }) => delayMs)).toEqual([500]);
    scheduled[0]?.action();
    await bus.drain();
    expect(batches).toEqual([
      [created('a'), created('b')].map(() => ({ 'detail-type': 'ServiceCreated', detail: { project: 'p' } })),
    ]);
  });

  it('shows every event, and starts no run for those that only tell', async () => {
    const { bus, scheduled, heard } = makeBus(async () => undefined);
    const published: HeadroomEvent = { type: 'AutoscalerDisabled', detail: { project: 'p', service: 's', runId: 'r' } };
    await bus.publish([published]);
    expect(heard).toEqual([published]);
    expect(scheduled).toEqual([]);
  });

  it('runs one batch after the other', async () => {
    const steps: string[] = [];
    const { bus } = makeBus(async () => {
      steps.push('begin');
      await new Promise(setImmediate);
      steps.push('end');
    });
    await bus.publish([created('a')]);
    const first = bus.drain();
    await bus.publish([created('b')]);
    await Promise.all([first, bus.drain()]);
    expect(steps).toEqual(['begin', 'end', 'begin', 'end']);
  });

  it('reports a failed run and continues with the next', async () => {
    let runs = 0;
    const { bus, errors } = makeBus(async () => {
      runs += 1;
      if (runs === 1) throw new Error('boom');
    });
    await bus.publish([created('a')]);
    await bus.drain();
    await bus.publish([created('b')]);
    await bus.drain();
    expect(runs).toBe(2);
    expect(errors).toEqual([new Error('boom')]);
  });

  it('refuses an event that is not what its schema says', async () => {
    const { bus } = makeBus(async () => undefined);
    const broken = { type: 'ServiceCreated', detail: { project: '' } } as unknown as HeadroomEvent;
    await expect(bus.publish([broken])).rejects.toThrow();
  });
});
