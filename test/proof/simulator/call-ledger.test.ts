import { describe, expect, it } from 'vitest';
import { createPlatformClient, type PlatformClient } from '../../../lib/client/platform-client.ts';
import { limiterOn } from '../../../lib/client/transport/rate-limiter.ts';
import type { CallOrder } from '../../../lib/core/calls/order.ts';
import { openPlatform } from '../../../lib/platform/index.ts';
import { createStoreLedger } from '../../../lib/run/calls/store-ledger.ts';
import { createDistantStore } from '../../distant-store.ts';
import { createFaults, noFaults } from '../../simulator/engine/faults.ts';
import { drawsOf } from '../../simulator/engine/random.ts';
import { createTime } from '../../simulator/engine/time.ts';
import { createPace } from '../../simulator/laws/pace.ts';
import { simulatedExchange } from '../../simulator/surroundings/exchange.ts';
import { even } from '../../workflow/scenarios.ts';

const token = 'canary-2a77-ledger';
const minutes = 4.5;

/** Workers like functions: each with its own clock and connection, and with nothing in common but the store. */
const setUp = async (admitted: number, callsPerMinute: number) => {
  const scenario = even(20, 1);
  const time = createTime(Date.parse(scenario.startTime));
  const platform = openPlatform({ scenario, token, time: { nowMs: time.now, sleep: time.sleep }, rateLimit: admitted });
  const pace = createPace();
  const counted = { calls: 0, refused: 0 };
  const { store, requests } = createDistantStore(time);
  const latency = drawsOf(1, 'latency');
  const exchange = simulatedExchange({
    platform,
    time,
    faults: createFaults(1, () => 0, noFaults),
    latencyMs: () => latency.between(20, 300),
    observe: async (_, carry) => {
      const answer = await carry();
      pace.note(time.now());
      counted.calls += 1;
      if (answer.status === 429) counted.refused += 1;
      return answer;
    },
    onSend: () => undefined,
  });
  let started = 0;
  /** A function that starts cold. */
  const start = (order: CallOrder): PlatformClient => {
    started += 1;
    const skewMs = ((started * 37) % 1_001) - 500;
    const clock = { now: () => time.now() + skewMs };
    const random = drawsOf(started, 'worker').fraction;
    const worker = `worker ${started}`;
    const shared = { clock, sleep: time.sleep };
    const ledger = createStoreLedger({ ...shared, store, random, callsPerMinute, worker });
    return createPlatformClient({
      ...shared,
      baseUrl: 'http://127.0.0.1:1',
      organization: platform.organization,
      searchEngine: 'engine',
      secrets: { token: async () => token },
      rateLimiter: limiterOn({ ...shared, ledger, order: () => order }),
      random,
      version: 'test',
      exchange,
    });
  };
  return { time, pace, counted, requests, start };
};

/** Workers that survey without a pause, and die and start cold now and then. */
const surveyAll = async (setup: Awaited<ReturnType<typeof setUp>>, workers = 20) => {
  const { time, start } = setup;
  const endMs = time.now() + minutes * 60_000;
  const work = Array.from({ length: workers }, async (_, n) => {
    const lives = drawsOf(n, 'lives');
    while (time.now() < endMs) {
      const client = start('survey');
      const diesAt = time.now() + lives.between(5_000, 200_000);
      while (time.now() < Math.min(diesAt, endMs)) {
        // A worker that dies does not wait for its calls.
        const calls = [client.listServices(`project-${n}`), client.listEndpoints(`project-${n}`)];
        await Promise.race([Promise.all(calls), time.sleep(diesAt - time.now())]);
        for (const call of calls) call.catch(() => undefined);
      }
    }
  });
  return Promise.all(work);
};

describe('twenty workers with clocks that differ by a second, cold starts, and one ledger', () => {
  it('never make more calls in any 60 s than are configured, and serve tokens, events and writes within seconds', async () => {
    const setup = await setUp(100, 100);
    const waits: number[] = [];
    const others = async () => {
      for (const order of ['write', 'event', 'token', 'event'] as const) {
        await setup.time.sleep(65_000);
        const client = setup.start(order);
        const before = setup.time.now();
        await client.listProjects();
        await client.listServices('project-3');
        waits.push(setup.time.now() - before);
      }
    };
    await setup.time.until(Promise.all([surveyAll(setup), others()]));
    // The platform's own limit, by its own clock.
    expect(setup.counted.refused).toBe(0);
    expect(setup.pace.most()).toBeLessThanOrEqual(100);
    // Surveys leave a reserve, and calls of workers that die are lost for a minute.
    expect(setup.counted.calls).toBeGreaterThan(60 * minutes);
    expect(Math.max(...waits)).toBeLessThan(5_000);
  });

  it('adapt to a platform that admits half of the configured calls: few are refused, and surveys continue', async () => {
    const setup = await setUp(50, 100);
    await setup.time.until(surveyAll(setup));
    expect(setup.counted.calls - setup.counted.refused).toBeGreaterThan(20 * minutes);
    expect(setup.counted.refused / setup.counted.calls).toBeLessThan(0.2);
  });
});

describe('the ledger of calls in the store', () => {
  it.each([
    [2, 100, 0.5],
    // Workers that wait ask again soon, or surveys would not reach their pace. A deployment has fewer than this many.
    [20, 100, 3.5],
  ])(
    'of %i workers with %i calls a minute needs few requests to the store for each call',
    async (workers, callsPerMinute, most) => {
      const setup = await setUp(callsPerMinute, callsPerMinute);
      await setup.time.until(surveyAll(setup, workers));
      const { gets, puts } = setup.requests;
      expect((gets + puts) / setup.counted.calls).toBeLessThan(most);
      expect(setup.counted.refused).toBe(0);
    },
  );
});
