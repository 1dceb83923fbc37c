import { createPlatformClient } from '../../../lib/client/platform-client.ts';
import type { HttpExchange } from '../../../lib/client/transport/exchange.ts';
import type { RateLimiter } from '../../../lib/client/transport/rate-limiter.ts';
import { BusUnavailable } from '../../../lib/contract/errors.ts';
import { eventDetails, type HeadroomEvent } from '../../../lib/contract/events.ts';
import type { Clock, Ports, Secrets, Store } from '../../../lib/ports.ts';
import type { Faults } from '../engine/faults.ts';
import type { Process } from '../engine/process.ts';
import type { SimulatedTime } from '../engine/time.ts';
import { troubledStore } from './troubled-store.ts';

interface PortsOptions {
  readonly time: SimulatedTime;
  /** Headroom's own clock; default: the true time. */
  readonly clock?: Clock;
  readonly faults: Faults;
  /** What dies with everything that works with these ports. */
  readonly process: Process;
  readonly random: () => number;
  readonly organization: string;
  readonly store: Store;
  readonly exchange: HttpExchange;
  readonly secrets: Secrets;
  readonly rateLimiter: RateLimiter;
  readonly deadline?: () => number;
  /** Takes events that the bus accepts. */
  readonly deliver: (events: readonly HeadroomEvent[]) => void | Promise<void>;
}

/** Everything that one process of Headroom works with, over the network, store and bus of a simulation. */
export const portsOf = (options: PortsOptions): Ports => {
  const { time, clock = time, faults, process, random, exchange, deliver } = options;
  return {
    clock,
    store: troubledStore(options.store, faults, process),
    bus: {
      publish: (events) =>
        process.outside(async () => {
          for (const { type, detail } of events) eventDetails[type].parse(detail);
          if (faults.strikes('bus-down')) throw new BusUnavailable('the bus takes nothing');
          await deliver(events);
        }),
    },
    platform: createPlatformClient({
      baseUrl: 'http://127.0.0.1:1',
      organization: options.organization,
      searchEngine: 'engine',
      secrets: options.secrets,
      rateLimiter: options.rateLimiter,
      deadline: options.deadline,
      // A process measures its calls by a clock that no one sets.
      clock: time,
      sleep: time.sleep,
      random,
      version: 'simulated',
      exchange: {
        send: (request, signal) => process.outside(() => exchange.send(request, signal)),
        close: async () => undefined,
      },
    }),
  };
};
