import { describe, expect, it } from 'vitest';
import type { TaskName } from '../../../../lib/contract/task-contract.ts';
import { createFunctions, type Environment } from '../../../simulator/deployed/functions.ts';
import { createFaults, type FaultRates } from '../../../simulator/engine/faults.ts';
import { drawsOf } from '../../../simulator/engine/random.ts';
import { createTime } from '../../../simulator/engine/time.ts';

type Handler = (input: unknown) => Promise<unknown>;

const minuteMs = 60_000;

/** Functions whose tasks do what the test says; every process has its number. */
const functionsOf = (
  handle: (time: ReturnType<typeof createTime>, process: number, environment: Environment) => Handler,
  { rates = {}, reserveConcurrency = true }: { rates?: FaultRates; reserveConcurrency?: boolean } = {},
) => {
  const time = createTime(0);
  const billed: (readonly [TaskName, number])[] = [];
  let processes = 0;
  const functions = createFunctions({
    time,
    draws: drawsOf(1, 'functions'),
    faults: createFaults(1, () => 0, rates),
    settings: { reserveConcurrency, callsPerMinute: 100 },
    onInvocation: (task, ms) => void billed.push([task, ms]),
    open: (_, environment) => handle(time, ++processes, environment),
  });
  return { time, functions, billed, processes: () => processes };
};

const nameOf = (work: Promise<unknown>) =>
  work.then(
    () => 'succeeded',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );

describe('a function', () => {
  it('starts a process for the first call, uses it again soon after, and starts another one after a long pause', async () => {
    const { time, functions } = functionsOf((_, process) => async () => process);
    const call = () => time.until(functions.call('survey', {}));
    expect(await call()).toBe(1);
    expect(time.now()).toBeGreaterThanOrEqual(300);
    const warmMs = time.now();
    expect(await call()).toBe(1);
    expect(time.now()).toBe(warmMs);
    await time.runTo(time.now() + 16 * minuteMs);
    expect(await call()).toBe(2);
    expect(functions.counts.coldStarts).toBe(2);
  });

  it('lets no process live for more than some hours, however busy it is', async () => {
    const { time, functions, processes } = functionsOf(() => async () => undefined);
    for (let minute = 0; minute < 180; minute += 1) {
      await time.until(functions.call('survey', {}));
      await time.runTo(time.now() + minuteMs);
    }
    expect(processes()).toBe(2);
  });

  it('runs as many copies as are reserved for it, and refuses one more', async () => {
    const { time, functions } = functionsOf((clock) => () => clock.sleep(1_000));
    const ended = await time.until(Promise.all([1, 2, 3, 4].map((n) => nameOf(functions.call('survey', { n })))));
    expect(ended).toEqual(['succeeded', 'succeeded', 'succeeded', 'Lambda.TooManyRequestsException']);
    expect(functions.counts.throttled).toBe(1);
  });

  it('has no such bound where the account keeps no room for it', async () => {
    const { time, functions } = functionsOf((clock) => () => clock.sleep(1_000), { reserveConcurrency: false });
    const ended = await time.until(Promise.all([1, 2, 3, 4].map((n) => nameOf(functions.call('survey', { n })))));
    expect(ended).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded']);
  });

  it('is killed at its time-out: nothing leaves the process any more, and the next call has a new one', async () => {
    let done = 0;
    const { time, functions, processes, billed } = functionsOf((clock, process, environment) => async () => {
      if (process > 1) return;
      await clock.sleep(269_000);
      await environment.process.outside(async () => {
        done += 1;
      });
      await clock.sleep(2_000);
      await environment.process.outside(async () => {
        done += 1;
      });
    });
    expect(await time.until(nameOf(functions.call('survey', {})))).toBe('Sandbox.Timedout');
    await time.runTo(time.now() + 10 * minuteMs);
    expect(done).toBe(1);
    expect(await time.until(nameOf(functions.call('survey', {})))).toBe('succeeded');
    expect(processes()).toBe(2);
    expect(billed[0]?.[1]).toBeGreaterThanOrEqual(270_000);
  });

  it('knows its deadline, which is before the time-out of the state that waits for it', async () => {
    const { time, functions } = functionsOf(
      (clock, _, environment) => async () => environment.deadline() - clock.now(),
    );
    expect(await time.until(functions.call('survey', { runId: 'r', projects: [0] }))).toBe(235_000);
    expect(await time.until(functions.call('watch-services', {}))).toBe(895_000);
  });

  it('repeats a call that nobody waits for twice, then gives it up', async () => {
    let tries = 0;
    const { time, functions } = functionsOf(() => async () => {
      tries += 1;
      throw new Error('broken');
    });
    functions.send('watch-services', {});
    await time.runTo(10 * minuteMs);
    expect([tries, functions.counts.dead]).toEqual([3, 1]);
  });

  it('tries a call that nobody waits for until there is room', async () => {
    let calls = 0;
    const { time, functions } = functionsOf((clock) => async () => {
      await clock.sleep(2 * minuteMs);
      calls += 1;
    });
    for (let n = 0; n < 3; n += 1) functions.send('watch-services', {});
    await time.runTo(30 * minuteMs);
    expect([calls, functions.counts.dead]).toEqual([3, 0]);
  });

  it('may get a call twice that nobody waits for', async () => {
    let calls = 0;
    const twice = { rates: { 'task-twice': 1 } };
    const { time, functions } = functionsOf(
      () => async () => {
        calls += 1;
      },
      twice,
    );
    functions.send('watch-services', {});
    await time.runTo(minuteMs);
    expect(calls).toBe(2);
  });
});
