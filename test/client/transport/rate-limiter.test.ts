import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../lib/client/transport/rate-limiter.ts';
import { OutOfTime, RunInterrupted } from '../../../lib/contract/errors.ts';
import { createVirtualTime } from '../virtual-time.ts';

const windowMs = 60_000;

interface Start {
  readonly arrival: number;
  readonly at: number;
}

/** Lets callers arrive at those times and returns their starts in order. */
const startsOf = async (arrivals: readonly number[], limit: number, lateMs?: (sleep: number) => number) => {
  const time = createVirtualTime(lateMs);
  const limiter = createRateLimiter({ callsPerMinute: limit, clock: time.clock, sleep: time.sleep });
  const starts: Start[] = [];
  for (const [index, arrival] of arrivals.entries()) {
    time.at(arrival, () => {
      void limiter.take().then(() => starts.push({ arrival: index, at: time.clock.now() }));
    });
  }
  await time.run();
  return starts;
};

const cumulated = (gaps: readonly number[]): number[] => {
  let time = 0;
  return gaps.map((gap) => {
    time += gap;
    return time;
  });
};

/** The start of each caller if none waits longer than necessary. */
const earliestStarts = (arrivals: readonly number[], limit: number): number[] => {
  const starts: number[] = [];
  for (const arrival of arrivals) {
    const oldest = starts.at(-limit);
    const free = starts.length < limit || oldest === undefined ? 0 : oldest + windowMs;
    starts.push(Math.max(arrival, starts.at(-1) ?? 0, free));
  }
  return starts;
};

const patterns = fc
  .array(fc.oneof(fc.nat(3), fc.nat(90_000)), { minLength: 1, maxLength: 40 })
  .map((gaps) => cumulated(gaps));
const limits = fc.integer({ min: 1, max: 6 });

describe('the rate limiter', () => {
  it('starts each caller in the order of arrival and as early as the limit allows, never more in any 60 s', async () => {
    await fc.assert(
      fc.asyncProperty(patterns, limits, async (arrivals, limit) => {
        const starts = await startsOf(arrivals, limit);
        const expected = earliestStarts(arrivals, limit);
        expect(starts).toEqual(expected.map((at, arrival) => ({ arrival, at })));
      }),
    );
  });

  it('keeps the limit also when sleeps end late or early', async () => {
    const lateness = fc.array(fc.integer({ min: -70_000, max: 30_000 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(patterns, limits, lateness, async (arrivals, limit, late) => {
        // A sleep of no time would never advance the clock, so every third one ends as requested.
        const starts = await startsOf(arrivals, limit, (sleep) =>
          sleep % 3 === 2 ? 0 : (late[sleep % late.length] ?? 0),
        );
        expect(starts.map((start) => start.arrival)).toEqual(arrivals.map((_, index) => index));
        for (const [index, start] of starts.slice(limit).entries()) {
          expect(start.at - (starts[index]?.at ?? 0)).toBeGreaterThanOrEqual(windowMs);
        }
      }),
    );
  });

  it('waits no longer than the window when the clock is set back by an hour', async () => {
    const time = createVirtualTime();
    const limiter = createRateLimiter({ callsPerMinute: 1, clock: time.clock, sleep: time.sleep });
    let started = 0;
    time.at(0, () => void limiter.take().then(() => (started += 1)));
    time.at(1, () => {
      time.turnClock(-3_600_000);
      void limiter.take().then(() => (started += 1));
    });
    expect(await time.run()).toBe(3);
    expect(started).toBe(2);
    expect(time.clock.now()).toBe(1 + windowMs - 3_600_000);
  });

  it('does not limit when the limit is Infinity', async () => {
    const starts = await startsOf(new Array(500).fill(0), Number.POSITIVE_INFINITY);
    expect(starts.every((start) => start.at === 0)).toBe(true);
    expect(starts).toHaveLength(500);
  });

  it('allows nothing when the limit is 0', async () => {
    const time = createVirtualTime();
    const limiter = createRateLimiter({ callsPerMinute: 0, clock: time.clock, sleep: time.sleep });
    await expect(limiter.take()).rejects.toThrow(/The limit is 0 calls/);
  });

  it.each([-1, 1.5, Number.NaN])('refuses the limit %d', (callsPerMinute) => {
    const time = createVirtualTime();
    expect(() => createRateLimiter({ callsPerMinute, clock: time.clock, sleep: time.sleep })).toThrow(/whole number/);
  });
});

describe('a caller with a deadline', () => {
  const limited = (callsPerMinute: number, deadline: () => number) => {
    const time = createVirtualTime();
    const limiter = createRateLimiter({ callsPerMinute, clock: time.clock, sleep: time.sleep, deadline });
    const log: string[] = [];
    const take = (name: string) => () =>
      void limiter.take().then(
        () => log.push(`${name} started at ${time.clock.now()}`),
        (error: unknown) =>
          log.push(`${name} ${error instanceof OutOfTime ? error.goOnAt : error} at ${time.clock.now()}`),
      );
    return { time, log, take };
  };

  it('waits for its turn while that comes in time', async () => {
    const { time, log, take } = limited(1, () => windowMs);
    for (const name of ['first', 'second']) time.at(0, take(name));
    await time.run();
    expect(log).toEqual(['first started at 0', 'second started at 60000']);
  });

  it('learns at once when to continue if its turn would come too late, and delays no other', async () => {
    let deadline = windowMs - 1;
    const { time, log, take } = limited(1, () => deadline);
    for (const name of ['first', 'second']) time.at(0, take(name));
    time.at(10, () => {
      deadline = 2 * windowMs;
    });
    time.at(20, take('third'));
    await time.run();
    expect(log).toEqual(['first started at 0', 'second 1970-01-01T00:01:00.000Z at 0', 'third started at 60000']);
  });

  it.each([1, Number.POSITIVE_INFINITY])('gets no turn after it, with a limit of %d', async (limit) => {
    const { time, log, take } = limited(limit, () => 5);
    time.at(6, take('late'));
    await time.run();
    expect(log).toEqual(['late 1970-01-01T00:00:00.006Z at 6']);
  });
});

describe('a caller that is interrupted', () => {
  it('rejects at once, wherever it stands in the queue, and passes its turn on', async () => {
    const time = createVirtualTime();
    const limiter = createRateLimiter({ callsPerMinute: 1, clock: time.clock, sleep: time.sleep });
    const [head, middle] = [new AbortController(), new AbortController()];
    const log: string[] = [];
    const take = (name: string, signal?: AbortSignal) =>
      limiter.take(signal).then(
        () => log.push(`${name} started at ${time.clock.now()}`),
        (error: unknown) => log.push(`${name} ${error instanceof RunInterrupted} at ${time.clock.now()}`),
      );
    time.at(0, () => void take('first'));
    time.at(1, () => void take('head', head.signal));
    time.at(2, () => void take('middle', middle.signal));
    time.at(3, () => void take('last'));
    time.at(10, () => middle.abort());
    time.at(20, () => head.abort());
    await time.run();
    expect(log).toEqual(['first started at 0', 'middle true at 10', 'head true at 20', 'last started at 60000']);
  });

  it('gets no turn when the signal is aborted before', async () => {
    const time = createVirtualTime();
    const limiter = createRateLimiter({
      callsPerMinute: Number.POSITIVE_INFINITY,
      clock: time.clock,
      sleep: time.sleep,
    });
    await expect(limiter.take(AbortSignal.abort())).rejects.toThrow(RunInterrupted);
  });
});

describe('a caller that asks whether it may start', () => {
  /** Callers of a limiter of one call a minute, all at the beginning; what happened, in order. */
  const livedThrough = async (
    callers: readonly ((time: ReturnType<typeof createVirtualTime>) => (() => Promise<void>) | undefined)[],
  ) => {
    const time = createVirtualTime();
    const limiter = createRateLimiter({ callsPerMinute: 1, clock: time.clock, sleep: time.sleep });
    const said: string[] = [];
    time.at(0, () => {
      for (const [place, mayStart] of callers.entries()) {
        void limiter.take(undefined, mayStart(time)).then(
          () => said.push(`${place} starts at ${time.clock.now()}`),
          (error: Error) => said.push(`${place}: ${error.message} at ${time.clock.now()}`),
        );
      }
    });
    await time.run();
    return said;
  };

  it('asks when its turn comes, and does not start if it may not', async () => {
    const stops = () => () => Promise.reject(new Error('stop'));
    expect(await livedThrough([() => undefined, stops, stops, () => undefined])).toEqual([
      '0 starts at 0',
      `1: stop at ${windowMs}`,
      `2: stop at ${windowMs}`,
      `3 starts at ${windowMs}`,
    ]);
  });

  it('counts from the moment of the answer', async () => {
    const slow =
      ({ sleep }: ReturnType<typeof createVirtualTime>) =>
      () =>
        sleep(5_000);
    expect(await livedThrough([slow, () => undefined])).toEqual([
      '0 starts at 5000',
      `1 starts at ${windowMs + 5_000}`,
    ]);
  });

  it('blocks no other caller for longer than the window, even if the answer never comes', async () => {
    const hangs = () => () => new Promise<void>(() => undefined);
    expect(await livedThrough([hangs, () => undefined])).toEqual([`1 starts at ${windowMs}`]);
  });
});
