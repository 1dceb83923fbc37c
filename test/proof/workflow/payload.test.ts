import { describe, expect, it } from 'vitest';
import { surveysFor } from '../../../lib/core/inventory/batches.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import { readReport } from '../../../lib/run/publish/reports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { executedStates, historyEvents, resultBytes } from '../../workflow/history.ts';
import { manyProjects } from '../../workflow/many-projects.ts';
import { enableAll } from '../../workflow/scenarios.ts';

const projects = 5_000;
/** AWS refuses more than 256 KB between states. */
const mostBytes = 100 * 1024;
/** AWS ends an execution at 25,000 events. */
const mostEvents = 10_000;
/** Numbers of projects that are equally far apart and as long as their multiples, so that each further one takes as much. */
type Sizes = readonly [small: number, middle: number, large: number];

const runOver = async (count: number, canRead: boolean) => {
  const store = createMemoryStore();
  await store.put(keys.policy, enableAll(100));
  const ports = {
    platform: manyProjects(count, canRead),
    store,
    bus: { publish: async () => undefined },
    clock: { now: () => Date.parse('2026-03-02T08:00:00Z') },
  };
  const executed = await executedStates(taskHandlers(ports), { trigger: { kind: 'schedule', by: 'hourly pass' } });
  return { ...executed, report: await readReport(store, 'run-1') };
};

type Ran = Awaited<ReturnType<typeof runOver>>;

const childrenOf = ({ states }: Ran, name: string): number => states.filter((state) => state.name === name).length;

/**
 * Bytes that something takes with all projects, from what it takes with the sizes. Each further project must take as many
 * as the one before it, which a run over all of them is far too slow to show.
 */
const withAllProjects = (sizes: Sizes, bytes: readonly number[]): number => {
  const [small = 0, middle = 0, large = 0] = bytes;
  expect(large - middle).toBe(middle - small);
  const each = (large - middle) / (sizes[2] - sizes[1]);
  // Places from 1,000 on have a digit more, so that what took 4 bytes with its comma takes 5.
  return large + (projects - sizes[2]) * each * (5 / 4);
};

const expectWithinLimits = (sizes: Sizes, ran: readonly Ran[]): void => {
  const largest = ran.map((one) => one.mostBytes);
  expect(withAllProjects(sizes, largest)).toBeLessThan(mostBytes);
  const results = ran.map(({ states }) => Math.max(0, ...resultBytes(states)));
  expect(withAllProjects(sizes, results)).toBeLessThan(mostBytes);
  const events = new Set(ran.map(({ states }) => historyEvents(states)));
  expect(events.size).toBe(1);
  expect(Math.max(...events)).toBeLessThan(mostEvents);
};

const overSizes = (sizes: Sizes, canRead: boolean) => Promise.all(sizes.map((size) => runOver(size, canRead)));

describe(`a run over ${projects} projects keeps within what AWS takes, in every state`, () => {
  it('when each project has something to release and something to grant', async () => {
    const sizes = [120, 160, 200] as const;
    const ran = await overSizes(sizes, true);
    for (const [at, size] of sizes.entries()) {
      const one = ran[at] as Ran;
      expect(one.report?.outcome).toBe('applied');
      const children = ['Survey', 'ApplyRelease', 'ApplyGrant'].map((name) => childrenOf(one, name));
      expect(children).toEqual([surveysFor(size, 2), size, size]);
    }
    expectWithinLimits(sizes, ran);
  });

  it('when no project can be read', async () => {
    const sizes = [320, 360, 400] as const;
    const ran = await overSizes(sizes, false);
    expect(ran.map(({ report }) => report?.unread.length)).toEqual([...sizes]);
    expect(ran.map((one) => childrenOf(one, 'Survey'))).toEqual(sizes.map((size) => surveysFor(size, 2)));
    expectWithinLimits(sizes, ran);
  });
});

it('the history counts what stands in the formula, and no child of a distributed map', () => {
  const state = (name: string, type: string, item?: number) => ({ name, type, item, inputBytes: 0, outputBytes: 0 });
  expect(historyEvents([])).toBe(2);
  expect(historyEvents([state('Trigger', 'Choice'), state('Request', 'Pass')])).toBe(6);
  expect(historyEvents([state('SurveyProjects', 'Map'), state('Survey', 'Task', 0), state('Survey', 'Task', 1)])).toBe(
    8,
  );
  // Plan tries 120 times more for the lease, and 4 times more for what passes.
  expect(historyEvents([state('Plan', 'Task')])).toBe(2 + 5 + 3 * 124);
});
