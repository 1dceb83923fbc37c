import { createPlatformClient } from '../../client/platform-client.ts';
import type { HttpExchange } from '../../client/transport/exchange.ts';
import { createRateLimiter } from '../../client/transport/rate-limiter.ts';
import { callsFor } from '../../contract/call-rates.ts';
import { BusUnavailable } from '../../contract/errors.ts';
import { eventDetails, type HeadroomEvent } from '../../contract/events.ts';
import type { Settings } from '../../contract/settings.ts';
import type { TaskName } from '../../contract/task-contract.ts';
import { taskHandlers } from '../../local/task-handlers.ts';
import type { Ports, Store } from '../../ports.ts';
import type { Faults } from '../engine/faults.ts';
import type { Draws } from '../engine/random.ts';
import type { SimulatedTime } from '../engine/time.ts';
import { troubledStore } from '../surroundings/troubled-store.ts';
import type { Environment } from './functions.ts';

interface PortsOptions {
  readonly time: SimulatedTime;
  readonly draws: Draws;
  readonly faults: Faults;
  readonly settings: Pick<Settings, 'organization' | 'callsPerMinute'>;
  readonly token: string;
  readonly store: Store;
  /** The network, as the call of a run uses it. */
  readonly exchangeFor: (runId: () => string | undefined) => HttpExchange;
  readonly publish: (events: readonly HeadroomEvent[]) => void;
}

/** Everything that one process of a function works with: a client and a limiter of its own, as lib/aws opens them. */
const portsOf = (options: PortsOptions, task: TaskName, { process, deadline, runId }: Environment): Ports => {
  const { time, draws, faults, settings, token, store, publish } = options;
  const callsPerMinute = callsFor(task, settings.callsPerMinute);
  const exchange = options.exchangeFor(runId);
  return {
    clock: time,
    store: troubledStore(store, faults, process),
    bus: {
      publish: (events) =>
        process.outside(async () => {
          for (const { type, detail } of events) eventDetails[type].parse(detail);
          if (faults.strikes('bus-down')) throw new BusUnavailable('the bus takes nothing');
          await time.sleep(draws.between(5, 25));
          publish(events);
        }),
    },
    platform: createPlatformClient({
      baseUrl: 'http://127.0.0.1:1',
      organization: settings.organization,
      searchEngine: 'engine',
      secrets: { token: async () => token },
      rateLimiter: createRateLimiter({ callsPerMinute, clock: time, sleep: time.sleep, deadline }),
      deadline,
      clock: time,
      sleep: time.sleep,
      random: draws.fraction,
      version: 'simulated',
      exchange: {
        send: (request, signal) => process.outside(() => exchange.send(request, signal)),
        close: async () => undefined,
      },
    }),
  };
};

/** Loads a task into a new process. @throws Error for a task that no schedule, event or workflow of a run calls */
export const taskIn =
  (options: PortsOptions) =>
  (task: TaskName, environment: Environment): ((input: unknown) => Promise<unknown>) => {
    const handlers: Readonly<Partial<Record<TaskName, (input: unknown) => Promise<unknown>>>> = taskHandlers(
      portsOf(options, task, environment),
    );
    const handler = handlers[task];
    if (handler === undefined) throw new Error(`the task ${task} has no part in a run`);
    return handler;
  };
