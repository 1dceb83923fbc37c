import { describe, expect, it } from 'vitest';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import { takeLease } from '../../lib/run/apply/lease.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../lib/run/store/objects.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import { type LocalHeadroom, noWaits, startHeadroom } from './local-headroom.ts';
import { enableAll, even, pg } from './scenarios.ts';

const hour = 60 * 60 * 1000;
const heartbeats = ({ events }: LocalHeadroom) => events.filter(({ type }) => type === 'Heartbeat');
const batchOf = (headroom: LocalHeadroom) =>
  heartbeats(headroom)
    .slice(-1)
    .map(({ type, detail }) => ({ 'detail-type': type, detail }));

/** Hands a batch to the real definition, as the event pipe does; answers the states that were entered. */
const handOver = async (headroom: LocalHeadroom, input: unknown, runId = 'heartbeat') => {
  const states: string[] = [];
  await runWorkflow(definitions.reconcile, input, {
    runId,
    handlers: taskHandlers(headroom.ports),
    waits: { Settle: 0 },
    retries: noWaits,
    onProgress: ({ kind, state }) => void (kind === 'entered' && states.push(state)),
  });
  return states;
};

describe('a heartbeat', () => {
  it('comes back without a run: no call, no lease, no report, no event', async () => {
    const headroom = await startHeadroom(even(2, 1), enableAll(200));
    const watch = taskHandlers(headroom.ports)['watch-services'];
    await watch({});
    const before = await headroom.store.list('');
    await takeLease(headroom.ports, 'another-run', 'at work');
    const { result, reads } = await headroom.counted(() => handOver(headroom, batchOf(headroom)));
    expect(result).toEqual(['Trigger', 'Settle', 'Request', 'Discover', 'Woken', 'Done']);
    expect(reads).toBe(0);
    expect(await headroom.store.list('')).toEqual([...before, keys.intake, keys.lease].sort());
    expect(headroom.events.map(({ type }) => type)).toEqual(['Heartbeat']);
  });

  it('is sent once an hour; one that does not come back is missed after two, and found again after', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const watch = taskHandlers(headroom.ports)['watch-services'];
    const overdue: boolean[] = [];
    for (const _ of [0, 1, 2, 3]) {
      overdue.push((await watch({})).heartbeatOverdue);
      await watch({});
      headroom.pass(hour);
    }
    expect(overdue).toEqual([false, false, true, true]);
    expect(heartbeats(headroom).length).toBe(4);
    await handOver(headroom, batchOf(headroom));
    expect((await watch({})).heartbeatOverdue).toBe(false);
  });

  it('comes back also in a batch that asks for a run', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    await taskHandlers(headroom.ports)['watch-services']({});
    const { name: _, ...more } = pg('fresh');
    await headroom.control('service', { project: 'project-0', service: 'fresh', ...more });
    const created = { 'detail-type': 'ServiceCreated', detail: { project: 'project-0', service: 'fresh' } };
    const report = await headroom.reconcile({ input: [...batchOf(headroom), created] });
    expect(report).toMatchObject({ outcome: 'applied' });
    expect(await readObject(headroom.store, keys.heartbeatArrived)).toBeDefined();
  });

  it('that came late does not take the place of a newer one', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const heartbeat = (sentAt: string) => ({ 'detail-type': 'Heartbeat', detail: { sentAt } });
    headroom.pass(60 * 60 * 1000);
    await handOver(headroom, [heartbeat('2026-03-02T08:00:00.000Z'), heartbeat('2026-03-02T09:00:00.000Z')]);
    await handOver(headroom, [heartbeat('2026-03-02T07:00:00.000Z')], 'late');
    expect(await readObject(headroom.store, keys.heartbeatArrived)).toEqual({ sentAt: '2026-03-02T09:00:00.000Z' });
  });

  it('takes the place of one that was sent while the clock was far ahead', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    await writeObject(headroom.store, keys.heartbeatArrived, { sentAt: '2027-04-06T08:00:00.000Z' });
    await handOver(headroom, [{ 'detail-type': 'Heartbeat', detail: { sentAt: '2026-03-02T07:00:00.000Z' } }]);
    expect(await readObject(headroom.store, keys.heartbeatArrived)).toEqual({ sentAt: '2026-03-02T07:00:00.000Z' });
  });
});
