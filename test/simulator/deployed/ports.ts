import type { HttpExchange } from '../../../lib/client/transport/exchange.ts';
import { limiterOn } from '../../../lib/client/transport/rate-limiter.ts';
import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import type { Settings } from '../../../lib/contract/settings.ts';
import type { TaskName } from '../../../lib/contract/task-contract.ts';
import { longestWaitMsOf } from '../../../lib/contract/tasks/again.ts';
import { orderOf } from '../../../lib/contract/tasks/call-order.ts';
import { tasks } from '../../../lib/contract/tasks.ts';
import type { CallOrder } from '../../../lib/core/calls/order.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import type { Ports, Store } from '../../../lib/ports.ts';
import { createStoreLedger } from '../../../lib/run/calls/store-ledger.ts';
import type { Faults } from '../engine/faults.ts';
import type { Draws } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';
import { portsOf } from '../surroundings/ports.ts';
import { troubledStore } from '../surroundings/troubled-store.ts';
import type { Environment } from './functions.ts';

interface PortsOptions {
  readonly time: SimulatedTime;
  readonly draws: Draws;
  readonly faults: Faults;
  readonly settings: Pick<Settings, 'organization' | 'callsPerMinute'>;
  readonly token: string;
  readonly store: Store;
  /** The network, as a task of a run uses it. */
  readonly exchangeFor: (task: TaskName, runId: () => string | undefined) => HttpExchange;
  readonly publish: (events: readonly HeadroomEvent[]) => void;
}

/** Ports of one process of a function: its client has a part of the ledger of calls, as lib/aws opens them. */
const portsIn = (
  options: PortsOptions,
  task: TaskName,
  { process, deadline, runId }: Environment,
  order: () => CallOrder,
): Ports => {
  const { time, draws, faults, settings, token, publish } = options;
  const { organization, callsPerMinute } = settings;
  const machine = { clock: time, sleep: time.sleep };
  const worker = `${task} ${draws.fraction()}`;
  const store = troubledStore(options.store, faults, process);
  const ledger = createStoreLedger({ ...machine, store, random: draws.fraction, callsPerMinute, worker });
  return portsOf({
    time,
    faults,
    process,
    deadline,
    organization,
    store: options.store,
    random: draws.fraction,
    exchange: options.exchangeFor(task, runId),
    secrets: { token: async () => token },
    rateLimiter: limiterOn({ ...machine, ledger, deadline, order, longestWaitMs: longestWaitMsOf(tasks[task]) }),
    deliver: async (events) => {
      await time.sleep(draws.between(5, 25));
      publish(events);
    },
  });
};

/** Loads a task into a new process. @throws Error for a task that no schedule, event or workflow of a run calls */
export const taskIn =
  (options: PortsOptions) =>
  (task: TaskName, environment: Environment): ((input: unknown) => Promise<unknown>) => {
    let order: CallOrder = 'survey';
    const handlers: Readonly<Partial<Record<TaskName, (input: unknown) => Promise<unknown>>>> = taskHandlers(
      portsIn(options, task, environment, () => order),
    );
    const handler = handlers[task];
    if (handler === undefined) throw new Error(`the task ${task} has no part in a run`);
    return async (input) => {
      order = orderOf(tasks[task], input);
      return handler(input);
    };
  };
