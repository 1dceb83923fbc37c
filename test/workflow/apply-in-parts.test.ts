import { expect, it } from 'vitest';
import { deadlineOf } from '../../lib/aws/deadline.ts';
import { createRateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import type { TaskName } from '../../lib/contract/task-contract.ts';
import { tasks } from '../../lib/contract/tasks.ts';
import { minuteMs, secondMs } from '../../lib/core/model/durations.ts';
import type { Endpoint } from '../../lib/core/model/model.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Platform, WriteWatch } from '../../lib/ports.ts';
import { needReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { definitionText } from '../../lib/workflow/definitions.ts';
import { runMachine } from '../../lib/workflow/interpreter.ts';
import { drawsOf } from '../simulator/engine/random.ts';
import { createTime } from '../simulator/engine/time.ts';
import { listedService, manyProjects } from './many-projects.ts';
import { enableAll } from './scenarios.ts';

const names = Array.from({ length: 1_000 }, (_, n) => `service-${n}`);

/** A platform in memory with one project, whose services have a maximum of 400 GB each. Each call waits for its turn. */
const slowPlatform = (turn: (watch?: WriteWatch) => Promise<void>): Platform => {
  const endpoints = new Map<string, Endpoint>(
    names.map((name) => [name, { id: name, name: `headroom-${name}`, maximum: { kind: 'additional', gb: 400 } }]),
  );
  const service = (name: string) => listedService(name, name);
  return {
    ...manyProjects(1, true),
    listServices: () => turn().then(() => names.map(service)),
    listEndpoints: () => turn().then(() => [...endpoints.values()]),
    getService: (_, name) => turn().then(() => service(name)),
    updateEndpoint: async (_, id, maximum, watch) => {
      await turn(watch);
      const endpoint = { id, name: `headroom-${id}`, maximum };
      endpoints.set(id, endpoint);
      return endpoint;
    },
  };
};

it('1,000 changes in one project at 100 calls a minute end applied, over as many calls of the task as they need', async () => {
  const time = createTime(Date.parse('2026-03-02T08:00:00Z'));
  const { sleep } = time;
  let deadlineMs = 0;
  const limiter = createRateLimiter({ callsPerMinute: 100, clock: time, sleep, deadline: () => deadlineMs });
  const platform = slowPlatform(async (watch) => void (await limiter.take(undefined, watch?.mayStart)));
  const store = createMemoryStore();
  await store.put(keys.policy, enableAll(100));
  const handlers: Readonly<Partial<Record<string, (input: unknown) => Promise<unknown>>>> = taskHandlers({
    platform,
    store,
    clock: time,
    bus: { publish: async () => undefined },
  });
  const answers: { readonly seconds: number; readonly output: unknown }[] = [];
  const invoke = async (task: string, input: unknown) => {
    const { timeoutSeconds } = tasks[task as TaskName];
    const context = { getRemainingTimeInMillis: () => timeoutSeconds * secondMs };
    deadlineMs = deadlineOf(task as TaskName, input, context, time.now());
    const begunMs = time.now();
    // A call that fails is not in the list.
    const output = await handlers[task]?.(input);
    if (task === 'apply') answers.push({ seconds: (time.now() - begunMs) / secondMs, output });
    return output;
  };
  const input = { trigger: { kind: 'schedule', by: 'hourly pass' } };
  const options = { time, random: drawsOf(1, 'retries').fraction, name: 'run-1', invoke };
  const begunMs = time.now();
  await time.until(runMachine(JSON.parse(definitionText('reconcile')), input, options));
  const { outcome, results } = await needReport(store, 'run-1');
  expect(outcome).toBe('applied');
  expect(results.filter(({ status }) => status === 'confirmed')).toHaveLength(names.length);
  // Each lower takes a read and a write, and no call of the task lasts longer than its state waits.
  expect(time.now() - begunMs).toBeGreaterThanOrEqual(20 * minuteMs);
  expect(answers.map(({ output }) => output)).toMatchObject([{ again: {} }, { confirmed: 1_000 }]);
  const longest = Math.max(...answers.map(({ seconds }) => seconds));
  expect(longest).toBeLessThanOrEqual(tasks.apply.stateSeconds?.work ?? 0);
});
