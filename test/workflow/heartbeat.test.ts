import { describe, expect, it } from 'vitest';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import { takeLease } from '../../lib/run/apply/lease.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../lib/run/store/objects.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import { enableAll, even, pg } from './scenarios.ts';
import { noWaits, startWorld, type World } from './local-headroom.ts';

const hour = 60 * 60 * 1000;
const heartbeats = ({ events }: World) => events.filter(({ type }) => type === 'Heartbeat');
const batchOf = (world: World) =>
  heartbeats(world)
    .slice(-1)
    .map(({ type, detail }) => ({ 'detail-type': type, detail }));

/** Hands a batch to the real definition, as the event pipe does; answers the states that were entered. */
const handOver = async (world: World, input: unknown, runId = 'heartbeat') => {
  const states: string[] = [];
  await runWorkflow(definitions.reconcile, input, {
    runId,
    handlers: taskHandlers(world.ports),
    waits: { Settle: 0 },
    retries: noWaits,
    onProgress: ({ kind, state }) => void (kind === 'entered' && states.push(state)),
  });
  return states;
};

describe('a heartbeat', () => {
  it('comes back without a run: no call, no lease, no report, no event', async () => {
    const world = await startWorld(even(2, 1), enableAll(200));
    const watch = taskHandlers(world.ports)['watch-services'];
    await watch({});
    const before = await world.store.list('');
    await takeLease(world.ports, 'another-run', 'at work');
    const { result, reads } = await world.counted(() => handOver(world, batchOf(world)));
    expect(result).toEqual(['Trigger', 'Settle', 'Request', 'Discover', 'Woken', 'Done']);
    expect(reads).toBe(0);
    expect(await world.store.list('')).toEqual([...before, keys.intake, keys.lease].sort());
    expect(world.events.map(({ type }) => type)).toEqual(['Heartbeat']);
  });

  it('is sent once an hour; one that does not come back is missed after two, and found again after', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    const watch = taskHandlers(world.ports)['watch-services'];
    const overdue: boolean[] = [];
    for (const _ of [0, 1, 2, 3]) {
      overdue.push((await watch({})).heartbeatOverdue);
      await watch({});
      world.pass(hour);
    }
    expect(overdue).toEqual([false, false, true, true]);
    expect(heartbeats(world).length).toBe(4);
    await handOver(world, batchOf(world));
    expect((await watch({})).heartbeatOverdue).toBe(false);
  });

  it('comes back also in a batch that asks for a run', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    await taskHandlers(world.ports)['watch-services']({});
    const { name: _, ...more } = pg('fresh');
    await world.control('service', { project: 'project-0', service: 'fresh', ...more });
    const created = { 'detail-type': 'ServiceCreated', detail: { project: 'project-0', service: 'fresh' } };
    const report = await world.reconcile({ input: [...batchOf(world), created] });
    expect(report).toMatchObject({ outcome: 'applied' });
    expect(await readObject(world.store, keys.heartbeatArrived)).toBeDefined();
  });

  it('that came late does not take the place of a newer one', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    const heartbeat = (sentAt: string) => ({ 'detail-type': 'Heartbeat', detail: { sentAt } });
    world.pass(60 * 60 * 1000);
    await handOver(world, [heartbeat('2026-03-02T08:00:00.000Z'), heartbeat('2026-03-02T09:00:00.000Z')]);
    await handOver(world, [heartbeat('2026-03-02T07:00:00.000Z')], 'late');
    expect(await readObject(world.store, keys.heartbeatArrived)).toEqual({ sentAt: '2026-03-02T09:00:00.000Z' });
  });

  it('takes the place of one that was sent while the clock was far ahead', async () => {
    const world = await startWorld(even(1, 1), enableAll(200));
    await writeObject(world.store, keys.heartbeatArrived, { sentAt: '2027-04-06T08:00:00.000Z' });
    await handOver(world, [{ 'detail-type': 'Heartbeat', detail: { sentAt: '2026-03-02T07:00:00.000Z' } }]);
    expect(await readObject(world.store, keys.heartbeatArrived)).toEqual({ sentAt: '2026-03-02T07:00:00.000Z' });
  });
});
