import { describe, expect, inject, it } from 'vitest';
import { hourMs, isoInstant } from '../../lib/core/model/durations.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { readReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject } from '../../lib/run/store/objects.ts';
import type { InventoryIndex } from '../../lib/run/store/run-objects.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { exposure, money, policy, shared } from './shared-budget.ts';
import { hourly, newcomer, steppedRun, twoOf } from './stepped-run.ts';

const budget = '100.00';

/** Every order of the steps of two runs with so many steps left. */
const ordersOf = (a: number, b: number): string[] => {
  if (a + b === 0) return [''];
  const [first, second] = [a > 0 ? ordersOf(a - 1, b) : [], b > 0 ? ordersOf(a, b - 1) : []];
  return [...first.map((rest) => `a${rest}`), ...second.map((rest) => `b${rest}`)];
};

/** Every seventh of the 70 orders of two runs of four steps, and a share of them in the first stage; each takes a Headroom of its own. */
const someOrders = ordersOf(4, 4).filter((_, place) => place % Math.round(7 / inject('shareOfExamples')) === 3);

const endpointNames = (headroom: LocalHeadroom) =>
  headroom.platform.state().projects.flatMap(({ name, endpoints }) => endpoints.map((one) => `${name}/${one.name}`));

const expectLawful = (headroom: LocalHeadroom) => {
  expect(exposure(headroom)).toBeLessThanOrEqual(money(budget));
  const names = endpointNames(headroom);
  expect(new Set(names).size).toBe(names.length);
};

const reportOf = async ({ store }: LocalHeadroom, runId: string) => readReport(store, runId);

describe('two runs at once', () => {
  it('plan from nothing that the other one has changed: what was granted stays granted, once', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    const [a, b] = [steppedRun(headroom, 'a'), steppedRun(headroom, 'b')];
    await a.step();
    while (!b.isOver()) await b.step();
    const granted = headroom.platform.state().projects;
    const { writes } = await headroom.counted(async () => {
      while (!a.isOver()) await a.step();
    });
    expect(writes).toBe(0);
    expect(headroom.platform.state().projects).toEqual(granted);
    expect((await reportOf(headroom, 'a'))?.outcome).toBe('nothing');
    expectLawful(headroom);
  });

  it('read again in the workflow what the other one has changed, and end', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    let planned = 0;
    const handlers = () => {
      const tasks = taskHandlers(headroom.ports);
      const plan: typeof tasks.plan = async (input) => {
        planned += 1;
        if (planned === 1) expect((await headroom.reconcile()).outcome).toBe('applied');
        return tasks.plan(input);
      };
      return { ...tasks, plan };
    };
    const { outcome, error } = await headroom.reconcile({ handlers });
    expect([outcome, error, planned]).toEqual(['nothing', null, 2]);
    expectLawful(headroom);
  });

  it('note what they have read before they read again what the other one has changed, for a pass that begins meanwhile', async () => {
    const headroom = await startHeadroom(shared, policy('1000.00'));
    await headroom.reconcile({ input: hourly });
    headroom.pass(hourMs);
    const begunAt = isoInstant(headroom.ports.clock.now());
    const pass = steppedRun(headroom, 'pass', hourly);
    await pass.step();
    const late = { project: 'other', service: 'late' };
    await headroom.control('service', { ...late, type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' });
    const served = await headroom.reconcile({ input: [{ 'detail-type': 'ServiceCreated', detail: late }] });
    expect(served.outcome).toBe('applied');
    expect(await taskHandlers(headroom.ports).plan({ runId: 'pass' })).toMatchObject({
      verdict: 'again',
      projects: [[2]],
    });
    const { projects } = await needObject<InventoryIndex>(headroom.store, keys.inventoryIndex);
    expect(Object.entries(projects).filter(([, { readAt }]) => readAt < begunAt)).toEqual([]);
  });

  it('count what may have been granted where a reading that is out of date cannot be taken again', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    const [a, b] = [steppedRun(headroom, 'a'), steppedRun(headroom, 'b')];
    await a.step();
    while (!b.isOver()) await b.step();
    const tasks = taskHandlers(headroom.ports);
    const again = await tasks.plan({ runId: 'a', order: 'survey' });
    expect(again).toMatchObject({ verdict: 'again', projects: [[0, 1], [2]], order: 'survey' });
    // A copy of the task that died before its answer arrived changes nothing.
    expect(await tasks.plan({ runId: 'a', order: 'survey' })).toMatchObject({
      verdict: 'again',
      projects: again.projects,
    });
    const failure = { Error: 'States.Timeout', Cause: '' };
    for (const projects of [[0, 1], [2]]) await tasks.survey({ runId: 'a', projects, failure });
    const planned = await tasks.plan({ runId: 'a' });
    expect(planned).toMatchObject({ verdict: 'nothing', changes: 0 });
    await tasks.report({ runId: 'a' });
    const report = await reportOf(headroom, 'a');
    expect(report?.unread.map(({ error }) => error)).toEqual(Array(3).fill('States.Timeout'));
    expect(report?.outcome).toBe('partial');
    expect((await headroom.reconcile()).outcome).toBe('nothing');
  });

  it('keep the note of a change when a project is read while the other run still writes', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    const [a, b] = [steppedRun(headroom, 'a'), steppedRun(headroom, 'b')];
    await b.step();
    await b.step();
    // The reading is newer than the note of the change and older than the change itself.
    await a.step();
    while (!b.isOver()) await b.step();
    expect(await taskHandlers(headroom.ports).plan({ runId: 'a' })).toMatchObject({ verdict: 'again' });
  });

  it.each([
    ['two runs over everything', twoOf],
    ['a run over everything and one for an event', [newcomer]],
  ])('keep the budget and make no second endpoint, whatever the order of their steps: %s', async (_, input) => {
    for (const order of someOrders) {
      const headroom = await startHeadroom(shared, policy(budget));
      const runs = { a: steppedRun(headroom, 'a'), b: steppedRun(headroom, 'b', input) };
      for (const turn of `${order}${'ab'.repeat(4)}`) {
        await runs[turn as 'a' | 'b'].step();
        expectLawful(headroom);
      }
      expect([runs.a.isOver(), runs.b.isOver()], order).toEqual([true, true]);
      await headroom.reconcile();
      expectLawful(headroom);
      expect((await headroom.reconcile()).outcome, order).toBe('nothing');
    }
  });
});

describe('a scheduled pass beside another one', () => {
  it('reads nothing of what the other one has read since it began', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    const tasks = taskHandlers(headroom.ports);
    const { projects } = await tasks.discover({ runId: 'second', request: hourly });
    headroom.pass(1);
    await steppedRun(headroom, 'first', hourly).step();
    const { reads } = await headroom.counted(async () => {
      for (const batch of projects) await tasks.survey({ runId: 'second', projects: batch });
    });
    expect(reads).toBe(0);
  });

  it('does its own work where the other one died while it read', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    await steppedRun(headroom, 'dead', hourly).step();
    expect((await headroom.reconcile({ input: hourly })).outcome).toBe('applied');
  });
});

describe('a run that read an older policy', () => {
  it('plans nothing once another run has planned by the newer one', async () => {
    const headroom = await startHeadroom(shared, policy(budget));
    const older = steppedRun(headroom, 'older');
    await older.step();
    await headroom.store.put(keys.policy, policy('90.00'));
    expect((await headroom.reconcile()).outcome).toBe('applied');
    const { writes } = await headroom.counted(() =>
      expect(older.step()).rejects.toThrow('changed after this run read it'),
    );
    expect(writes).toBe(0);
  });
});
