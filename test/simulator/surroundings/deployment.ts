import type { HttpExchange } from '../../../lib/client/transport/exchange.ts';
import { createRateLimiter, type RateLimiter } from '../../../lib/client/transport/rate-limiter.ts';
import { BusUnavailable } from '../../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import type { Clock, Secrets, Store } from '../../../lib/ports.ts';
import { definitionText } from '../../../lib/workflow/definitions.ts';
import { runMachine } from '../../../lib/workflow/interpreter.ts';
import type { Machine } from '../../../lib/workflow/states.ts';
import type { Faults } from '../engine/faults.ts';
import { createProcess, type Process } from '../engine/process.ts';
import { type Draws, drawsOf } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';
import { portsOf } from './ports.ts';

/** Decides, before and after each thing that a task does outside its process, what dies there: the whole run or the task. */
export type Fate = (task: string, when: 'before' | 'after', input: unknown) => 'run' | 'task' | undefined;

/** A call of a task, as the workflow made it. */
export interface CallSeen {
  readonly task: string;
  readonly input: unknown;
  /** Absent when it failed. */
  readonly output?: unknown;
  readonly error?: unknown;
}

interface DeploymentOptions {
  readonly seed: number;
  readonly organization: string;
  readonly time: SimulatedTime;
  /** Headroom's own clock, which a fault may set wrong. */
  readonly clock: Clock;
  readonly faults: Faults;
  readonly store: Store;
  readonly exchange: HttpExchange;
  readonly secrets: Secrets;
  readonly callsPerMinute: number;
  readonly publish: (events: readonly HeadroomEvent[]) => void;
  /** Called for every call of a task that ends. */
  readonly onCall: (call: CallSeen) => void;
  readonly fate?: Fate;
}

/** Headroom as it is deployed on one machine: the real tasks, definition and client on simulated time. */
export interface Deployment {
  /** Runs the workflow. @throws Killed when the process dies; the error of an execution that fails */
  readonly run: (runId: string, input: unknown) => Promise<unknown>;
  /** Looks for new services. */
  readonly watch: () => Promise<unknown>;
}

/** What the bus does with the events that it accepts. */
const deliverTo =
  ({ faults, publish }: DeploymentOptions) =>
  (events: readonly HeadroomEvent[]): void => {
    publish(faults.strikes('event-twice') ? [...events, ...events] : events);
    if (faults.strikes('bus-answer-lost')) throw new BusUnavailable('the answer of the bus was lost');
  };

/** No function lives longer. */
const longestCallMs = 900_000;

const timedOut = (time: SimulatedTime): Promise<never> =>
  new Promise((_, reject) => {
    const error = Object.assign(new Error('the function took too long'), { name: 'Sandbox.Timedout' });
    time.at(time.now() + longestCallMs, () => reject(error));
  });

/** Calls a task as Lambda may: twice, or in a process that is killed without a word. */
const callOf =
  (options: DeploymentOptions, machine: Process, draws: Draws, limiter: RateLimiter) =>
  async (task: string, input: unknown): Promise<unknown> => {
    const { faults } = options;
    const own = createProcess((when) => {
      if (!machine.isAlive()) return true;
      const dies = options.fate?.(task, when, input);
      const isKilled = dies === 'run' || faults.strikes(when === 'before' ? 'crash-before' : 'crash-after');
      if (isKilled) machine.kill(`killed ${when} a step`);
      return !machine.isAlive() || dies === 'task' || faults.strikes('task-timed-out');
    });
    const handlers: Readonly<Record<string, (input: unknown) => Promise<unknown>>> = taskHandlers(
      portsOf({
        ...options,
        process: own,
        random: draws.fraction,
        rateLimiter: limiter,
        deliver: deliverTo(options),
      }),
    );
    const handler = handlers[task];
    if (handler === undefined) throw new Error(`there is no task ${task}`);
    if (faults.strikes('task-twice')) void handler(input).catch(() => undefined);
    const call = Promise.race([handler(input), timedOut(options.time)]);
    call.then(
      (output) => options.onCall({ task, input, output }),
      (error: unknown) => options.onCall({ task, input, error }),
    );
    return call;
  };

export const createDeployment = (options: DeploymentOptions): Deployment => {
  const { time, callsPerMinute } = options;
  const draws = drawsOf(options.seed, 'jitter');
  const limiter = createRateLimiter({ callsPerMinute, clock: time, sleep: time.sleep });
  const machine: Machine = JSON.parse(definitionText('reconcile'));
  const within = <T>(work: (process: Process) => Promise<T>): Promise<T> => {
    const process = createProcess(() => false);
    return Promise.race([work(process), process.died]);
  };
  return {
    run: (runId, input) =>
      within((process) =>
        runMachine(machine, input, {
          time,
          random: draws.fraction,
          name: runId,
          invoke: callOf(options, process, draws, limiter),
        }),
      ),
    watch: () => within((process) => callOf(options, process, draws, limiter)('watch-services', {})),
  };
};
