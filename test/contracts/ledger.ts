import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limiterOn, type RateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import { type CallOrder, callOrders } from '../../lib/core/calls/order.ts';
import type { Clock, Ledger } from '../../lib/ports.ts';
import { createTime, type SimulatedTime } from '../../lib/simulation/engine/time.ts';
import { createPace } from '../../lib/simulation/laws/pace.ts';

const startMs = Date.UTC(2026, 2, 2);
const seconds = (n: number): number => startMs + n * 1000;

/** What a ledger is made on. */
export interface LedgerGround {
  readonly time: SimulatedTime;
  readonly callsPerMinute: number;
}

/** A ledger that workers join, each with its own clock. */
export type JoinLedger = (worker: string, clock: Clock) => Ledger;

export interface LedgerKind {
  readonly open: (ground: LedgerGround) => JoinLedger;
  /** Milliseconds by which the clocks of two workers may differ. */
  readonly clocksDifferByMs: number;
}

/** Workers of one ledger on simulated time, and the calls that they started. */
const startWorld = ({ open }: LedgerKind, callsPerMinute: number) => {
  const time = createTime(startMs);
  const join = open({ time, callsPerMinute });
  const pace = createPace();
  const starts: { readonly who: string; readonly atMs: number }[] = [];
  const limiterOf = (worker: string, order: CallOrder, skewMs = 0): RateLimiter => {
    const clock = { now: () => time.now() + skewMs };
    return limiterOn({ ledger: join(worker, clock), clock, sleep: time.sleep, order: () => order });
  };
  const call = async (limiter: RateLimiter, who: string): Promise<void> => {
    await limiter.take();
    pace.note(time.now());
    starts.push({ who, atMs: time.now() });
  };
  const calls = (limiter: RateLimiter, who: string, n: number) =>
    Promise.all(Array.from({ length: n }, () => call(limiter, who)));
  const startedBy = (who: string) => starts.filter((start) => start.who === who);
  return { time, pace, starts, limiterOf, call, calls, startedBy };
};

/** A worker that makes some calls from a time on, some at once, with its own clock. */
const worker = (differMs: number) =>
  fc.record({
    atMs: fc.nat(150_000),
    calls: fc.integer({ min: 1, max: 25 }),
    atOnce: fc.integer({ min: 1, max: 4 }),
    pauseMs: fc.nat(4_000),
    order: fc.constantFrom(...callOrders),
    skewMs: fc.integer({ min: 0, max: differMs }),
  });

/** What every ledger must do. */
export const ledgerContract = (name: string, kind: LedgerKind): void => {
  describe(`${name} as a ledger of calls`, () => {
    it('never lets more calls start in any 60 s than are configured, by any function, at any time and with any clock', async () => {
      const workers = fc.array(worker(kind.clocksDifferByMs), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 30 }), workers, async (callsPerMinute, all) => {
          const world = startWorld(kind, callsPerMinute);
          const work = all.map(async ({ atMs, calls, atOnce, pauseMs, order, skewMs }, n) => {
            await world.time.sleep(atMs);
            const limiter = world.limiterOf(`worker ${n}`, order, skewMs);
            for (let left = calls; left > 0; left -= atOnce) {
              await world.calls(limiter, `worker ${n}`, Math.min(atOnce, left));
              await world.time.sleep(pauseMs);
            }
          });
          await world.time.until(Promise.all(work));
          expect(world.pace.most()).toBeLessThanOrEqual(callsPerMinute);
          expect(world.starts).toHaveLength(all.reduce((sum, { calls }) => sum + calls, 0));
        }),
        { numRuns: 15 },
      );
    });

    it('serves tokens, events and writes at once while surveys wait', async () => {
      const world = startWorld(kind, 100);
      const surveys = [1, 2, 3].map((n) => world.calls(world.limiterOf(`survey ${n}`, 'survey'), 'survey', 150));
      await world.time.runTo(seconds(90));
      const before = world.time.now();
      const waits: Record<string, number> = {};
      for (const [order, calls] of [
        ['write', 4],
        ['event', 4],
        ['token', 4],
      ] as const) {
        await world.time.until(world.calls(world.limiterOf(`a ${order}`, order), order, calls));
        waits[order] = world.time.now() - before;
      }
      expect(Math.max(...Object.values(waits))).toBeLessThan(2_000);
      await world.time.until(Promise.all(surveys));
      expect(world.pace.most()).toBeLessThanOrEqual(100);
    });

    it('stops for everyone until the time that a 429 asks for, then continues with half the calls', async () => {
      const world = startWorld(kind, 60);
      const [stopped, other] = [world.limiterOf('stopped', 'token'), world.limiterOf('other', 'token')];
      await world.time.until(world.calls(stopped, 'stopped', 1));
      const startedMs = world.time.now();
      await world.time.until(stopped.slowDown({ startedMs, waitMs: 90_000, nowMs: startedMs }));
      const rest = world.calls(other, 'other', 60);
      await world.time.runTo(startedMs + 89_999);
      expect(world.startedBy('other')).toEqual([]);
      await world.time.runTo(startedMs + 149_000);
      expect(world.startedBy('other').length).toBeGreaterThan(20);
      expect(world.startedBy('other').length).toBeLessThanOrEqual(36);
      await world.time.until(rest);
    });

    it('pauses shortly after a 429 that asks for no wait, and halves its pace once for all calls that met it', async () => {
      const world = startWorld(kind, 40);
      const limiters = [1, 2, 3, 4].map((n) => world.limiterOf(`worker ${n}`, 'token'));
      const startedMs = world.time.now();
      for (const limiter of limiters) {
        const nowMs = world.time.now();
        await world.time.until(limiter.slowDown({ startedMs, waitMs: undefined, nowMs }));
      }
      const work = Promise.all(limiters.map((limiter, n) => world.calls(limiter, `worker ${n}`, 10)));
      await world.time.runTo(startedMs + 59_000);
      expect(world.starts[0]?.atMs).toBeGreaterThanOrEqual(startedMs + 1_000);
      expect(world.starts.length).toBeGreaterThanOrEqual(15);
      expect(world.starts.length).toBeLessThan(28);
      await world.time.until(work);
    });

    it('returns to the configured calls some minutes after a 429, and never exceeds them', async () => {
      const world = startWorld(kind, 30);
      const limiter = world.limiterOf('worker', 'token');
      const startedMs = world.time.now();
      await world.time.until(limiter.slowDown({ startedMs, waitMs: 5_000, nowMs: startedMs }));
      await world.time.runTo(seconds(600));
      await world.time.until(world.calls(limiter, 'worker', 30));
      expect(world.time.now()).toBeLessThan(seconds(600 + 62));
      expect(world.pace.most()).toBeLessThanOrEqual(30);
    });
  });
};
