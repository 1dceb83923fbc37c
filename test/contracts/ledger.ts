import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limiterOn, type RateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import { type CallOrder, callOrders } from '../../lib/core/calls/order.ts';
import type { Clock, Ledger } from '../../lib/ports.ts';
import { createTime, type SimulatedTime } from '../simulator/engine/time.ts';
import { createPace } from '../simulator/laws/pace.ts';

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
const startLedger = ({ open }: LedgerKind, callsPerMinute: number) => {
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
          const ledger = startLedger(kind, callsPerMinute);
          const work = all.map(async ({ atMs, calls, atOnce, pauseMs, order, skewMs }, n) => {
            await ledger.time.sleep(atMs);
            const limiter = ledger.limiterOf(`worker ${n}`, order, skewMs);
            for (let left = calls; left > 0; left -= atOnce) {
              await ledger.calls(limiter, `worker ${n}`, Math.min(atOnce, left));
              await ledger.time.sleep(pauseMs);
            }
          });
          await ledger.time.until(Promise.all(work));
          expect(ledger.pace.most()).toBeLessThanOrEqual(callsPerMinute);
          expect(ledger.starts).toHaveLength(all.reduce((sum, { calls }) => sum + calls, 0));
        }),
        { numRuns: 15 },
      );
    });

    it('serves tokens, events and writes at once while surveys wait', async () => {
      const ledger = startLedger(kind, 100);
      const surveys = [1, 2, 3].map((n) => ledger.calls(ledger.limiterOf(`survey ${n}`, 'survey'), 'survey', 150));
      await ledger.time.runTo(seconds(90));
      const before = ledger.time.now();
      const waits: Record<string, number> = {};
      for (const [order, calls] of [
        ['write', 4],
        ['event', 4],
        ['token', 4],
      ] as const) {
        await ledger.time.until(ledger.calls(ledger.limiterOf(`a ${order}`, order), order, calls));
        waits[order] = ledger.time.now() - before;
      }
      expect(Math.max(...Object.values(waits))).toBeLessThan(2_000);
      await ledger.time.until(Promise.all(surveys));
      expect(ledger.pace.most()).toBeLessThanOrEqual(100);
    });

    it('stops for everyone until the time that a 429 asks for, then continues with half the calls', async () => {
      const ledger = startLedger(kind, 60);
      const [stopped, other] = [ledger.limiterOf('stopped', 'token'), ledger.limiterOf('other', 'token')];
      await ledger.time.until(ledger.calls(stopped, 'stopped', 1));
      const startedMs = ledger.time.now();
      await ledger.time.until(stopped.slowDown({ startedMs, waitMs: 90_000, nowMs: startedMs }));
      const rest = ledger.calls(other, 'other', 60);
      await ledger.time.runTo(startedMs + 89_999);
      expect(ledger.startedBy('other')).toEqual([]);
      await ledger.time.runTo(startedMs + 149_000);
      expect(ledger.startedBy('other').length).toBeGreaterThan(20);
      expect(ledger.startedBy('other').length).toBeLessThanOrEqual(36);
      await ledger.time.until(rest);
    });

    it('pauses shortly after a 429 that asks for no wait, and halves its pace once for all calls that met it', async () => {
      const ledger = startLedger(kind, 40);
      const limiters = [1, 2, 3, 4].map((n) => ledger.limiterOf(`worker ${n}`, 'token'));
      const startedMs = ledger.time.now();
      for (const limiter of limiters) {
        const nowMs = ledger.time.now();
        await ledger.time.until(limiter.slowDown({ startedMs, waitMs: undefined, nowMs }));
      }
      const work = Promise.all(limiters.map((limiter, n) => ledger.calls(limiter, `worker ${n}`, 10)));
      await ledger.time.runTo(startedMs + 59_000);
      expect(ledger.starts[0]?.atMs).toBeGreaterThanOrEqual(startedMs + 1_000);
      expect(ledger.starts.length).toBeGreaterThanOrEqual(15);
      expect(ledger.starts.length).toBeLessThan(28);
      await ledger.time.until(work);
    });

    it('returns to the configured calls some minutes after a 429, and never exceeds them', async () => {
      const ledger = startLedger(kind, 30);
      const limiter = ledger.limiterOf('worker', 'token');
      const startedMs = ledger.time.now();
      await ledger.time.until(limiter.slowDown({ startedMs, waitMs: 5_000, nowMs: startedMs }));
      await ledger.time.runTo(seconds(600));
      await ledger.time.until(ledger.calls(limiter, 'worker', 30));
      expect(ledger.time.now()).toBeLessThan(seconds(600 + 62));
      expect(ledger.pace.most()).toBeLessThanOrEqual(30);
    });
  });
};
