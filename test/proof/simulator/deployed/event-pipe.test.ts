import { describe, expect, it } from 'vitest';
import { eventQueueOf } from '../../../../lib/contract/event-queue.ts';
import type { HeadroomEvent } from '../../../../lib/contract/events.ts';
import { createEventPipe, type QueuedEvent } from '../../../simulator/deployed/event-pipe.ts';
import { createFaults, type FaultRates } from '../../../simulator/engine/faults.ts';
import { drawsOf } from '../../../simulator/engine/random.ts';
import { createTime } from '../../../simulator/engine/time.ts';

const created = (project: string): HeadroomEvent => ({ type: 'ServiceCreated', detail: { project, service: 's' } });

const pipeOf = (rates: FaultRates = {}) => {
  const time = createTime(0);
  const batches: (readonly [number, readonly QueuedEvent[]])[] = [];
  const pipe = createEventPipe({
    time,
    draws: drawsOf(1, 'events'),
    faults: createFaults(1, () => 0, rates),
    queue: eventQueueOf({ batchingWindowSeconds: 60 }),
    start: (batch) => void batches.push([time.now(), batch]),
  });
  return { time, pipe, batches };
};

describe('the pipe of events', () => {
  it('starts one run for all events of a window, with the members that decide which projects to check', async () => {
    const { time, pipe, batches } = pipeOf();
    pipe.publish([created('a'), { type: 'PolicyChanged', detail: {} }]);
    await time.runTo(30_000);
    pipe.publish([created('b')]);
    await time.runTo(600_000);
    expect(batches.map(([, batch]) => batch.length)).toEqual([3]);
    expect(batches[0]?.[1]).toContainEqual({ 'detail-type': 'ServiceCreated', detail: { project: 'a' } });
    expect(batches[0]?.[1]).toContainEqual({ 'detail-type': 'PolicyChanged', detail: {} });
    expect(batches[0]?.[0]).toBeGreaterThan(60_000);
    expect(batches[0]?.[0]).toBeLessThan(63_000);
  });

  it('starts a run at once when a batch is full, and another one for the rest', async () => {
    const { time, pipe, batches } = pipeOf();
    pipe.publish(Array.from({ length: 130 }, (_, n) => created(`p${n}`)));
    await time.runTo(10_000);
    expect(batches.map(([, batch]) => batch.length)).toEqual([100]);
    await time.runTo(600_000);
    expect(batches.map(([, batch]) => batch.length)).toEqual([100, 30]);
  });

  it('passes no event that requests no run', async () => {
    const { time, pipe, batches } = pipeOf();
    pipe.publish([{ type: 'RunFailed', detail: { runId: 'r', error: 'E', cause: 'c' } }]);
    await time.runTo(600_000);
    expect(batches).toEqual([]);
  });

  it('hands an event over at least once: twice from the bus, and again when its deletion got lost, until it is dead', async () => {
    const { time, pipe, batches } = pipeOf({ 'event-twice': 1 });
    pipe.publish([created('a')]);
    await time.runTo(24 * 3_600_000);
    expect(batches.map(([, batch]) => batch.length)).toEqual([2, 2, 2, 2, 2]);
    expect(pipe.counts.dead).toBe(2);
  });
});
