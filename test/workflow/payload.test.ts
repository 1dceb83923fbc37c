import { describe, expect, it } from 'vitest';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { keys, type ReportObject, readObject } from '../../lib/run/objects.ts';
import { createMemoryStore } from '../memory-store.ts';
import { executedStates, historyEvents, resultBytes } from './history.ts';
import { manyProjects } from './many-projects.ts';
import { enableAll } from './scenarios.ts';

const projects = 5_000;
/** AWS refuses more than 256 KB between states; a fifth is kept free. */
const mostBytes = 200 * 1024;
/** AWS ends an execution at 25,000 events; a fifth is kept free. */
const mostEvents = 20_000;

const runOver = async (canRead: boolean, request: object = {}) => {
  const store = createMemoryStore();
  await store.put(keys.policy, enableAll(100));
  const ports = {
    platform: manyProjects(projects, canRead),
    store,
    bus: { publish: async () => undefined },
    clock: { now: () => Date.parse('2026-03-02T08:00:00Z') },
  };
  const input = { trigger: { kind: 'schedule', by: 'hourly pass' }, ...request };
  const executed = await executedStates(taskHandlers(ports), input);
  return { ...executed, report: await readObject<ReportObject>(store, keys.report('run-1')) };
};

type Ran = Awaited<ReturnType<typeof runOver>>;

const childrenOf = ({ states }: Ran, name: string): number => states.filter((state) => state.name === name).length;

const expectWithinLimits = ({ states, mostBytes: largest }: Ran): void => {
  expect(largest).toBeLessThan(mostBytes);
  expect(Math.max(0, ...resultBytes(states))).toBeLessThan(mostBytes);
  expect(historyEvents(states)).toBeLessThan(mostEvents);
};

describe(`a run over ${projects} projects keeps within what AWS takes, in every state`, () => {
  it('when each project has something to release and something to grant', { timeout: 60_000 }, async () => {
    const ran = await runOver(true);
    expect(ran.report?.outcome).toBe('applied');
    expect(['Survey', 'ApplyRelease', 'ApplyGrant'].map((name) => childrenOf(ran, name))).toEqual(
      Array.from({ length: 3 }, () => projects),
    );
    expectWithinLimits(ran);
  });

  it('when no project can be read', { timeout: 60_000 }, async () => {
    const ran = await runOver(false);
    expect(ran.report?.unread).toHaveLength(projects);
    expect(childrenOf(ran, 'NoteUnread')).toBe(projects);
    expectWithinLimits(ran);
  });
});

it('the history counts what stands in the formula, and no child of a distributed map', () => {
  const state = (name: string, type: string, item?: number) => ({ name, type, item, inputBytes: 0, outputBytes: 0 });
  expect(historyEvents([])).toBe(2);
  expect(historyEvents([state('Trigger', 'Choice'), state('Request', 'Pass')])).toBe(6);
  expect(historyEvents([state('SurveyProjects', 'Map'), state('Survey', 'Task', 0), state('Survey', 'Task', 1)])).toBe(
    8,
  );
  // Discover tries 10 times more for the lease, and 4 times more for what passes.
  expect(historyEvents([state('Discover', 'Task')])).toBe(2 + 5 + 3 * 14);
});
