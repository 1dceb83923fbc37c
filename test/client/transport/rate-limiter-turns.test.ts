import { describe, expect, it } from 'vitest';
import { createRateLimiter, limiterOn } from '../../../lib/client/transport/rate-limiter.ts';
import type { BlockUse } from '../../../lib/core/calls/ledger.ts';
import { createVirtualTime } from '../virtual-time.ts';

const windowMs = 60_000;
const longestMs = 5 * windowMs;

/** A limiter of one call a minute in virtual time, and what became of its callers. */
const limited = () => {
  const time = createVirtualTime();
  const limiter = createRateLimiter({ callsPerMinute: 1, clock: time.clock, sleep: time.sleep });
  const log: string[] = [];
  const take = (mayStart?: () => Promise<void>) =>
    void limiter.take(undefined, mayStart).then(
      () => log.push(`started at ${time.clock.now()}`),
      (error: Error) => log.push(`${error.message} at ${time.clock.now()}`),
    );
  const throttle = (waitMs: number) =>
    void limiter.slowDown({ startedMs: time.clock.now(), nowMs: time.clock.now(), waitMs });
  return { time, log, take, throttle };
};

describe('a caller whose turn is minutes away', () => {
  it('waits for up to five minutes', async () => {
    const { time, log, take, throttle } = limited();
    time.at(0, () => throttle(longestMs));
    time.at(0, () => take());
    await time.run();
    expect(log).toEqual([`started at ${longestMs}`]);
  });

  it('learns at once when to continue if it is longer, also without a deadline', async () => {
    const { time, log, take, throttle } = limited();
    time.at(0, () => throttle(longestMs + 1));
    time.at(0, () => take());
    await time.run();
    expect(log).toEqual([
      'the next call may start in 301 s; this task ends before that, continue from 1970-01-01T00:05:00.001Z at 0',
    ]);
  });
});

it('a caller whose calls come later than its longest wait learns at once until when it should leave', async () => {
  const time = createVirtualTime();
  const refused = { calls: 0, askAtMs: 20_000, stayUntilMs: 25_001, leaveUntilMs: 40_000, spreadMs: 0 } as const;
  const ledger = { reserve: async () => refused, used: () => undefined, slowDown: async () => undefined };
  const limiter = limiterOn({ ledger, clock: time.clock, sleep: time.sleep, longestWaitMs: 25_000 });
  await expect(limiter.take()).rejects.toMatchObject({ name: 'OutOfTime', goOnAt: '1970-01-01T00:00:40.000Z' });
  expect(time.clock.now()).toBe(0);
});

describe('a caller that has its turn and asks whether it may start', () => {
  /** Its starts and the moments at which it asked, with an answer after so long. */
  const afterAsking = async (answerMs: number, meanwhile: (throttle: (waitMs: number) => void) => void) => {
    const { time, log, take, throttle } = limited();
    const asked: number[] = [];
    time.at(0, () =>
      take(async () => {
        asked.push(time.clock.now());
        if (asked.length === 1) await time.sleep(answerMs);
      }),
    );
    time.at(1, () => meanwhile(throttle));
    await time.run();
    return { asked, log };
  };

  it('does not start if a 429 comes meanwhile: it takes another turn after the wait, and asks again', async () => {
    const { asked, log } = await afterAsking(10, (throttle) => throttle(90_000));
    expect(asked).toEqual([0, 90_001]);
    expect(log).toEqual(['started at 90001']);
  });

  it('starts until its minute is over, and takes another turn after that', async () => {
    const inTime = await afterAsking(windowMs - 1, () => undefined);
    expect(inTime).toEqual({ asked: [0], log: [`started at ${windowMs - 1}`] });
    const late = await afterAsking(windowMs, () => undefined);
    expect(late).toEqual({ asked: [0, windowMs], log: [`started at ${windowMs}`] });
  });

  it('counts in the ledger as about to start, and from its start once that is known', async () => {
    const time = createVirtualTime();
    const uses: BlockUse[] = [];
    const limiter = limiterOn({
      ledger: {
        reserve: async () => ({ calls: 2, untilMs: windowMs }),
        used: (_block, use) => void uses.push(use),
        slowDown: async () => undefined,
      },
      clock: time.clock,
      sleep: time.sleep,
    });
    time.at(0, () => void limiter.take(undefined, () => time.sleep(5_000)));
    await time.run();
    expect(uses).toEqual([
      { calls: 1, lastMs: null },
      { calls: 1, lastMs: 5_000 },
    ]);
  });
});
