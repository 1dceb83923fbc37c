import { describe, expect, it } from 'vitest';
import { dailyPass } from '../../lib/contract/run-request.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { startHeadroom } from './local-headroom.ts';
import { policy, shared } from './shared-budget.ts';
import { hourly, newcomer, steppedRun } from './stepped-run.ts';

const budget = '100.00';

describe('a run that waits for the lease in vain', () => {
  it('succeeds as coalesced if a schedule started it, and is refused if a person did: neither has failed', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    const first = steppedRun(headroom, 'first');
    await first.step();
    await first.step();
    const waited = await headroom.reconcile({ input: hourly });
    expect([waited.outcome, waited.error]).toEqual(['coalesced', 'LeaseHeld']);
    const asked = await headroom.reconcile();
    expect([asked.outcome, asked.error]).toEqual(['refused', 'LeaseHeld']);
    expect(headroom.events.filter(({ type }) => type === 'RunFailed')).toEqual([]);
  });
});

describe('a pass that has read and waits for the lease', () => {
  it('does not do the work of the next pass, whose readings would be missing', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    const holder = steppedRun(headroom, 'holder');
    await holder.step();
    await holder.step();
    const waiting = steppedRun(headroom, 'waiting', hourly);
    await waiting.step();
    expect(await waiting.step()).toBe(false);
    const next = steppedRun(headroom, 'next', hourly);
    const { reads } = await headroom.counted(next.step);
    expect(reads).toBe(1 + 3 * 3);
    for (const run of [holder, waiting, next]) while (!run.isOver()) await run.step();
    expect((await headroom.reconcile()).outcome).toBe('nothing');
  });
});

describe('a run for events that waits for the lease in vain', () => {
  const created = { type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' };

  /** A run that has the lease, and one for an event of project other that came meanwhile. */
  const withHeldLease = async () => {
    const headroom = await startHeadroom(shared, policy('1000.00'));
    expect((await headroom.reconcile({ input: hourly })).outcome).toBe('applied');
    const holder = steppedRun(headroom, 'holder');
    await holder.step();
    await holder.step();
    await headroom.control('service', { project: 'other', service: 'late', ...created });
    const event = { 'detail-type': 'ServiceCreated', detail: { project: 'other', service: 'late' } };
    const waited = await headroom.reconcile({ runId: 'event', input: [event] });
    expect([waited.outcome, waited.error]).toEqual(['coalesced', 'LeaseHeld']);
    headroom.pass(1);
    return { headroom, holder };
  };

  it('leaves its projects to the next pass, which reads them although it has calls for another project only', async () => {
    const { headroom, holder } = await withHeldLease();
    while (!holder.isOver()) await holder.step();
    const { result, reads } = await headroom.counted(() => headroom.reconcile({ input: { ...hourly, reads: 1 } }));
    expect(result.outcome).toBe('applied');
    // The list of projects, three calls each for the oldest reading and for the project of the event, and what reading back takes.
    expect(reads).toBeLessThanOrEqual(1 + 3 * 2 + 2);
    expect(result.results.map(({ project, service }) => `${project}/${service}`)).toContain('other/late');
  });

  it('leaves them to the next event, once: they are served, and no run reads them again for that', async () => {
    const { headroom, holder } = await withHeldLease();
    while (!holder.isOver()) await holder.step();
    const next = await headroom.reconcile({ input: [newcomer] });
    expect(next.results.map(({ project, service }) => `${project}/${service}`)).toContain('other/late');
    const last = await headroom.counted(() => headroom.reconcile({ input: [newcomer] }));
    expect([last.result.outcome, last.reads]).toEqual(['nothing', 1 + 3]);
  });

  it('leaves them also where the next run dies before it has a plan', async () => {
    const { headroom, holder } = await withHeldLease();
    while (!holder.isOver()) await holder.step();
    await steppedRun(headroom, 'dead', [newcomer]).step();
    const next = await headroom.reconcile({ input: [newcomer] });
    expect(next.results.map(({ project, service }) => `${project}/${service}`)).toContain('other/late');
  });
});

describe('the daily pass beside hourly passes', () => {
  it('reads what is urgent or new, and plans from the inventory', async () => {
    const headroom = await startHeadroom(shared, policy('1000.00'));
    const daily = { trigger: { kind: 'schedule', by: dailyPass }, everyMinutes: 60 };
    const hourlyPass = { ...hourly, everyMinutes: 60 };
    expect((await headroom.reconcile({ input: hourlyPass })).outcome).toBe('applied');
    const { projects } = await taskHandlers(headroom.ports).discover({ runId: 'after-changes', request: daily });
    expect(projects.flat().length).toBeGreaterThan(0);
    // The first ones ask what is asked once a day.
    for (const input of [daily, daily, hourlyPass]) await headroom.reconcile({ input });
    const { result, reads } = await headroom.counted(() => headroom.reconcile({ input: daily }));
    expect([result.outcome, reads]).toEqual(['nothing', 1]);
    expect(result.plan?.decisions.length).toBeGreaterThan(0);
  });
});
