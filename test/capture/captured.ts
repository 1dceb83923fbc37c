import { onTestFinished } from 'vitest';
import type { CapturedOrganization } from '../../lib/capture/facts.ts';
import { captureLive } from '../../lib/capture/live.ts';
import { createPlatformClient, type PlatformClient } from '../../lib/client/platform-client.ts';
import { createRateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import type { Scenario } from '../../lib/emulator/scenario/scenario.ts';
import { type ServedPlatform, servePlatform } from '../../lib/emulator/server.ts';
import type { Store } from '../../lib/ports.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';

const token = 'token-of-the-operator';

export interface Served {
  readonly platform: ServedPlatform;
  readonly client: PlatformClient;
  readonly store: Store;
  /** Captures the organization as it is now. */
  readonly capture: (days?: number) => Promise<CapturedOrganization>;
  /** Calls that the last capture announced before it made them. */
  readonly estimates: number[];
}

/** The embedded platform over HTTP with a client and an empty store; both close after the test. */
export const served = async (scenario: Scenario, seed = 1): Promise<Served> => {
  const platform = await servePlatform({ scenario, token, seed, speed: 0, control: true });
  const clock = { now: () => platform.now().getTime() };
  const sleep = async () => undefined;
  const client = createPlatformClient({
    baseUrl: platform.url,
    organization: platform.organization,
    secrets: [{ token: async () => token }],
    rateLimiter: createRateLimiter({ callsPerMinute: Number.POSITIVE_INFINITY, clock, sleep }),
    clock,
    sleep,
    random: () => 0,
    version: 'test',
  });
  onTestFinished(async () => {
    await client.close();
    await platform.close();
  });
  const store = createMemoryStore();
  const estimates: number[] = [];
  const capture = (days = 30) =>
    captureLive(
      { platform: client, store, clock },
      { days, onEstimate: (calls) => estimates.push(calls), onProgress: () => undefined },
    );
  return { platform, client, store, capture, estimates };
};
