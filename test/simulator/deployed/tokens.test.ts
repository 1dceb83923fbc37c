import { expect, it } from 'vitest';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import type { DeployedLife } from './deployed-life.ts';
import { beginDeployed } from './simulate-deployed.ts';

/** Few calls a minute, so that a pass waits for its calls most of the time. */
const callsPerMinute = 20;
const lived = { seed: 3, size: { projects: 120, services: 120 }, days: 0.1, newcomersPerDay: 0, rates: {} };

const live = async (tokens: number, meanwhile: (life: DeployedLife) => void = () => undefined) => {
  const { life, liveDays, end } = await beginDeployed({ ...lived, callsPerMinute, settings: { tokens } });
  meanwhile(life);
  await liveDays(lived.days);
  return { life, done: await end() };
};

/** Requests with each token so far, in the order of the tokens. */
const requestsOf = ({ pace, tokens }: DeployedLife): number[] =>
  tokens.map((token) => pace.counts().get(`Bearer ${token}`) ?? 0);

/** What holds for every token, counted by the platform's clock. */
const expectInOrder = ({ done }: Awaited<ReturnType<typeof live>>) => {
  expect(done.violations).toEqual([]);
  expect(done.failedRuns).toBe(0);
  expect(done.mostCallsAMinute).toBeLessThanOrEqual(callsPerMinute);
};

it('two tokens read twice as fast as one, and neither makes more calls than one may', async () => {
  const [one, two] = [await live(1), await live(2)];
  for (const lived of [one, two]) expectInOrder(lived);
  expect(two.done.passMinutes / one.done.passMinutes).toBeLessThan(0.6);
  const [first = 0, second = 0] = requestsOf(two.life);
  expect(first + second).toBe(two.done.calls);
  expect(second / first).toBeGreaterThan(0.7);
});

it('a token that the platform throttles rests alone, while the other reads on', async () => {
  const counted: number[][] = [];
  const lived = await live(2, (life) => {
    const { time, startMs, platform } = life;
    // In the middle of a pass, other programs of the first user have used up its calls of this minute.
    time.at(startMs + 65 * minuteMs, () => {
      const [{ userId } = { userId: '' }] = platform.edge.state.tokens.values();
      platform.edge.windows.set(userId, { sinceMs: time.now(), count: callsPerMinute });
      counted.push(requestsOf(life));
    });
    time.at(startMs + 66 * minuteMs, () => void counted.push(requestsOf(life)));
  });
  expectInOrder(lived);
  const [[firstBefore = 0, secondBefore = 0] = [], [firstAfter = 0, secondAfter = 0] = []] = counted;
  // The call that was refused.
  expect(firstAfter - firstBefore).toBe(1);
  expect(secondAfter - secondBefore).toBeGreaterThan(10);
});
