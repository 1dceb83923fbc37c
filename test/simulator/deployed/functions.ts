import { deadlineOf } from '../../../lib/aws/deadline.ts';
import type { Settings } from '../../../lib/contract/settings.ts';
import type { TaskName } from '../../../lib/contract/task-contract.ts';
import { copiesOf } from '../../../lib/contract/tasks/copies.ts';
import { tasks } from '../../../lib/contract/tasks.ts';
import { hourMs, minuteMs, secondMs } from '../../../lib/core/model/durations.ts';
import type { Faults } from '../engine/faults.ts';
import { createProcess, type Process } from '../engine/process.ts';
import type { Draws } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';

/** A process of one function: what it holds in memory lasts for as long as Lambda lets it live. */
export interface Environment {
  readonly process: Process;
  /** Milliseconds since 1970; of the call at work. */
  readonly deadline: () => number;
  /** Run of the call at work. */
  readonly runId: () => string | undefined;
}

type Handler = (input: unknown) => Promise<unknown>;

interface FunctionsOptions {
  readonly time: SimulatedTime;
  readonly draws: Draws;
  readonly faults: Faults;
  readonly settings: Pick<Settings, 'reserveConcurrency' | 'callsPerMinute'>;
  /** Loads the code of a task into a new process. */
  readonly open: (task: TaskName, environment: Environment) => Handler;
  readonly onInvocation: (task: TaskName, ms: number) => void;
}

/** The functions of a deployment, as Lambda runs them. */
export interface Functions {
  /** Calls a function and waits. @throws the error of the task; `Sandbox.Timedout`; `Lambda.TooManyRequestsException` */
  readonly call: (task: TaskName, input: unknown) => Promise<unknown>;
  /** Calls a function without waiting; Lambda repeats a call that fails. */
  readonly send: (task: TaskName, input: unknown) => void;
  readonly counts: { coldStarts: number; timedOut: number; throttled: number; dead: number };
}

interface Warm extends Environment {
  readonly handle: Handler;
  readonly retiredMs: number;
  idleMs: number;
  patienceMs: number;
  input: unknown;
  deadlineMs: number;
}

/** Waits before the second and the third try of a call that no caller waits for. */
const secondTryMs = [minuteMs, 2 * minuteMs] as const;
/** A call that no caller waits for is tried for so long while there is no room for it. */
const longestThrottledMs = 6 * hourMs;

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

const runIdOf = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'runId' in input ? String(input.runId) : undefined;

/**
 * Functions with the memory, time-outs and reserved concurrency of the task contracts. A call without an idle process
 * starts a new one; a process ends at its function's time-out, after minutes without a call, and after hours in any case.
 */
export const createFunctions = (options: FunctionsOptions): Functions => {
  const { time, draws, faults, settings, open, onInvocation } = options;
  const idle = new Map<TaskName, Warm[]>();
  const busy = new Map<TaskName, number>();
  const counts = { coldStarts: 0, timedOut: 0, throttled: 0, dead: 0 };

  const start = (task: TaskName): Warm => {
    counts.coldStarts += 1;
    const environment: Environment = {
      process: createProcess(() => false),
      deadline: () => made.deadlineMs,
      runId: () => runIdOf(made.input),
    };
    const made: Warm = {
      ...environment,
      handle: open(task, environment),
      retiredMs: time.now() + draws.between(90, 150) * minuteMs,
      idleMs: 0,
      patienceMs: 0,
      input: undefined,
      deadlineMs: 0,
    };
    return made;
  };

  /** The process that was used last, as long as Lambda keeps it. */
  const warm = (task: TaskName): Warm | undefined => {
    const nowMs = time.now();
    const left = (idle.get(task) ?? []).filter(
      ({ idleMs, patienceMs, retiredMs }) => nowMs - idleMs <= patienceMs && nowMs < retiredMs,
    );
    const last = left.pop();
    idle.set(task, left);
    return last;
  };

  const perform = async (task: TaskName, made: Warm, input: unknown): Promise<unknown> => {
    const { timeoutSeconds } = tasks[task];
    const limitMs = timeoutSeconds * secondMs;
    made.input = input;
    made.deadlineMs = deadlineOf(task, input, { getRemainingTimeInMillis: () => limitMs }, time.now());
    let isAtWork = true;
    const work = made.handle(input).finally(() => {
      isAtWork = false;
    });
    return new Promise((resolve, reject) => {
      work.then(resolve, reject);
      time.at(time.now() + limitMs, () => {
        if (!isAtWork) return;
        counts.timedOut += 1;
        made.process.kill('the function took too long');
        reject(named('Sandbox.Timedout', `Task timed out after ${timeoutSeconds} seconds`));
      });
    });
  };

  const call = async (task: TaskName, input: unknown): Promise<unknown> => {
    const atWork = busy.get(task) ?? 0;
    if (settings.reserveConcurrency && atWork >= copiesOf(tasks[task], settings.callsPerMinute)) {
      counts.throttled += 1;
      throw named('Lambda.TooManyRequestsException', 'Rate Exceeded.');
    }
    busy.set(task, atWork + 1);
    const kept = warm(task);
    const begunMs = time.now();
    if (kept === undefined) await time.sleep(draws.between(300, 1_500));
    const made = kept ?? start(task);
    try {
      return await perform(task, made, input);
    } finally {
      onInvocation(task, time.now() - begunMs);
      busy.set(task, (busy.get(task) ?? 1) - 1);
      made.input = undefined;
      made.idleMs = time.now();
      made.patienceMs = draws.between(5, 15) * minuteMs;
      if (made.process.isAlive()) idle.get(task)?.push(made);
    }
  };

  /** Tries again after an error twice, and after a refusal for want of room as long as Lambda does. */
  const persist = async (task: TaskName, input: unknown): Promise<void> => {
    const sentMs = time.now();
    for (let failed = 0, refused = 0; ; ) {
      try {
        await call(task, input);
        return;
      } catch (error) {
        const isThrottled = error instanceof Error && error.name === 'Lambda.TooManyRequestsException';
        const waitMs = isThrottled ? Math.min(secondMs * 2 ** refused++, 5 * minuteMs) : secondTryMs[failed++];
        if (waitMs === undefined || time.now() + waitMs - sentMs > longestThrottledMs) {
          counts.dead += 1;
          return;
        }
        await time.sleep(waitMs);
      }
    }
  };

  return {
    counts,
    call,
    send: (task, input) => {
      void persist(task, input);
      // Its queue hands a call over at least once.
      if (faults.strikes('task-twice')) void persist(task, input);
    },
  };
};
