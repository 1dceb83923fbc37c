import { onTestFinished } from 'vitest';
import { type OpenCaller, openCaller } from '../../lib/client/transport/open-caller.ts';
import { createRateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import { tokenCanary } from './client-on-server.ts';
import { type Script, type ScriptedServer, startServer } from './scripted-server.ts';

/** A connection to that address with a clock that only waits advance; closed after the test. */
export const callerTo = (baseUrl: string, token = tokenCanary): OpenCaller => {
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now };
  const sleep = async (ms: number) => {
    now += ms;
  };
  const opened = openCaller({
    baseUrl,
    secrets: { token: async () => token },
    rateLimiter: createRateLimiter({ callsPerMinute: Number.POSITIVE_INFINITY, clock, sleep }),
    clock,
    sleep,
    random: () => 0.5,
    version: '1.2.3',
  });
  onTestFinished(() => opened.close());
  return opened;
};

/** The same, to a server with that script. */
export const callerOnServer = async (script: Script): Promise<OpenCaller & { readonly server: ScriptedServer }> => {
  const server = await startServer(script);
  onTestFinished(() => server.close());
  return { ...callerTo(server.url), server };
};
