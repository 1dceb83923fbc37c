import { onTestFinished } from 'vitest';
import {
  createPlatformClient,
  type PlatformClient,
  type PlatformClientOptions,
} from '../../lib/client/platform-client.ts';
import { createRateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import type { Maximum } from '../../lib/core/model/model.ts';
import { type Script, type ScriptedServer, startServer } from './scripted-server.ts';

/** A maximum of the documented profile. */
export const additional = (gb: number): Maximum => ({ kind: 'additional', gb });

/** Text that no error may contain. */
export const tokenCanary = 'canary-4f8a+/="%token';

export interface ClientOnServer {
  readonly client: PlatformClient;
  readonly server: ScriptedServer;
  /** Waits between tries, in milliseconds; none of them takes real time. */
  readonly waits: number[];
  /** Advanced by waits only. */
  readonly clock: { readonly now: () => number };
}

/** A client on a server with that script, with a clock that only waits advance; both close after the test. */
export const clientOnServer = async (
  script: Script,
  options: Partial<PlatformClientOptions> = {},
): Promise<ClientOnServer> => {
  const server = await startServer(script);
  const waits: number[] = [];
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now };
  const sleep = async (ms: number) => {
    waits.push(ms);
    now += ms;
  };
  const client = createPlatformClient({
    baseUrl: server.url,
    organization: 'org1',
    secrets: { token: async () => tokenCanary },
    rateLimiter: createRateLimiter({ callsPerMinute: Number.POSITIVE_INFINITY, clock, sleep }),
    clock,
    sleep,
    random: () => 0.5,
    version: '1.2.3',
    ...options,
  });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { client, server, waits, clock };
};

/** The error of a rejected promise. */
export const errorOf = async (promise: Promise<unknown>): Promise<Error> => {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('The promise did not reject with an Error.');
  return outcome;
};
