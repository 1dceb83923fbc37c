import { createPlatformClient } from '../client/platform-client.ts';
import { createRateLimiter } from '../client/transport/rate-limiter.ts';
import { type OpenedPlatform, openPlatform, type Scenario } from '../platform/index.ts';
import type { Clock, Platform } from '../ports.ts';

/** An organization on the embedded platform, in time that only `moveTo` moves, and a client of it. */
export interface SimulatedPlatform {
  readonly startMs: number;
  readonly clock: Clock;
  readonly opened: OpenedPlatform;
  readonly client: Platform;
  readonly moveTo: (ms: number) => void;
}

/** @throws ScenarioInvalid */
export const openSimulatedPlatform = (scenario: Scenario, seed: number): SimulatedPlatform => {
  const startMs = Date.parse(scenario.startTime);
  let nowMs = startMs;
  const clock = { now: () => nowMs };
  // A pass takes no time: what it does depends on what it reads, not on how fast the platform answers.
  const sleep = async () => undefined;
  const token = `simulated-${seed}`;
  const time = { nowMs: clock.now, sleep };
  const opened = openPlatform({ scenario, seed, token, time });
  const client = createPlatformClient({
    baseUrl: 'http://127.0.0.1:1',
    organization: opened.organization,
    searchEngine: 'engine',
    secrets: { token: async () => token },
    rateLimiter: createRateLimiter({ callsPerMinute: Number.POSITIVE_INFINITY, clock, sleep }),
    clock,
    sleep,
    random: () => 0,
    version: 'simulated',
    exchange: {
      send: async (request) => {
        const answer = await opened.answer(request, '127.0.0.1');
        if (answer === undefined) throw new Error('the embedded platform gave no answer');
        return answer;
      },
      close: async () => undefined,
    },
  });
  const moveTo = (ms: number) => {
    nowMs = ms;
  };
  return { startMs, clock, opened, client, moveTo };
};
