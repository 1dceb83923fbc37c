import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CallLedger,
  emptyLedger,
  type LedgerTerms,
  reserveCalls,
  type StartedCalls,
  slowDown,
  withoutUnused,
  withStarts,
} from '../../../lib/core/calls/ledger.ts';
import { callOrders } from '../../../lib/core/calls/order.ts';
import { paceAt } from '../../../lib/core/calls/pace.ts';
import { longestCountMs, sharedTerms } from '../../../lib/core/calls/shared.ts';

const minuteMs = 60_000;
const guardMs = 2_000;
const terms = (callsPerMinute: number, blockMs = 10_000, mostBlocks = 200): LedgerTerms => ({
  callsPerMinute,
  guardMs,
  blockMs,
  mostBlocks,
});

const nameOf = (worker: number) => `worker ${worker}`;

/** One worker asks for calls, after a pause, and starts a part of what it gets somewhere in the time of the block. */
const step = fc.record({
  // Often at the moment at which the calls of an earlier block just expire.
  afterMs: fc.oneof(
    fc.nat(500),
    fc.nat(30_000),
    fc.integer({ min: 59_000, max: 62_500 }),
    fc.integer({ min: 69_000, max: 72_500 }),
  ),
  worker: fc.nat(5),
  order: fc.constantFrom(...callOrders),
  calls: fc.integer({ min: 1, max: 40 }),
  used: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  lateness: fc.array(fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 5,
  }),
  isGivenBack: fc.boolean(),
  throttled: fc.oneof(
    { weight: 30, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.option(fc.nat(90_000), { nil: undefined }) },
  ),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Most starts in any 60 s. */
const mostInAMinute = (starts: readonly number[]): number => {
  const inOrder = starts.toSorted((a, b) => a - b);
  return inOrder.reduce(
    (most, at, index) => Math.max(most, inOrder.slice(index).filter((later) => later < at + minuteMs).length),
    0,
  );
};

interface Taken {
  readonly ledger: CallLedger;
  /** Starts of calls in true time. */
  readonly starts: readonly number[];
}

/** Carries out a step of a worker whose clock is some milliseconds fast. */
const take = (before: Taken, of: Step, now: number, skewMs: number, rules: LedgerTerms): Taken => {
  const { order, calls, used, lateness } = of;
  const worker = nameOf(of.worker);
  const nowMs = now + skewMs;
  const answer = { startedMs: nowMs - 100, waitMs: of.throttled ?? undefined, nowMs };
  const open = of.throttled === null ? before.ledger : slowDown(before.ledger, answer, rules);
  const { ledger, granted } = reserveCalls(open, { worker, order, calls, nowMs }, rules);
  if (!('untilMs' in granted)) {
    expect(granted.askAtMs).toBeGreaterThan(nowMs);
    return { ...before, ledger };
  }
  expect(granted.calls).toBeLessThanOrEqual(calls);
  const { untilMs } = granted;
  const own = Array.from({ length: Math.round(granted.calls * used) }, (_, n) => {
    return nowMs + (lateness[n % lateness.length] ?? 0) * (untilMs - nowMs);
  });
  const back = {
    worker,
    untilMs,
    starts: own.toSorted((a, b) => a - b).reduce((all, at) => withStarts(all, 1, at), [] as readonly StartedCalls[]),
  };
  return {
    ledger: of.isGivenBack ? withoutUnused(ledger, back) : ledger,
    starts: [...before.starts, ...own.map((at) => at - skewMs)],
  };
};

describe('the ledger of calls', () => {
  it('never grants starts that exceed the calls of any 60 s, for any order of workers, losses and clocks', () => {
    const skews = fc.array(fc.nat(1_000), { minLength: 6, maxLength: 6 });
    const settings = fc.record({
      callsPerMinute: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 120 })),
      mostBlocks: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(200)),
    });
    fc.assert(
      fc.property(settings, skews, fc.array(step, { minLength: 40, maxLength: 60 }), (setting, skewed, steps) => {
        const rules = { ...sharedTerms(setting.callsPerMinute), mostBlocks: setting.mostBlocks };
        let taken: Taken = { ledger: emptyLedger, starts: [] };
        let now = 0;
        for (const one of steps) {
          now += one.afterMs;
          taken = take(taken, one, now, skewed[one.worker] ?? 0, rules);
        }
        expect(mostInAMinute(taken.starts)).toBeLessThanOrEqual(setting.callsPerMinute);
      }),
      { numRuns: 150 },
    );
  });

  it('always has room again: the time to ask at is at most 72 s away, and then a call is granted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.constantFrom(...callOrders), (callsPerMinute, order) => {
        const rules = terms(callsPerMinute);
        let ledger: CallLedger = emptyLedger;
        let granted = reserveCalls(ledger, { worker: 'a', order, calls: 1, nowMs: 0 }, rules).granted;
        for (let n = 0; 'untilMs' in granted; n += 1) {
          const decided = reserveCalls(ledger, { worker: nameOf(n), order, calls: 10, nowMs: 0 }, rules);
          ({ ledger, granted } = decided);
        }
        expect(granted.askAtMs).toBeLessThanOrEqual(72_000);
        const later = reserveCalls(ledger, { worker: 'a', order, calls: 1, nowMs: granted.askAtMs }, rules);
        expect(later.granted).toMatchObject({ calls: 1 });
      }),
    );
  });

  it('returns the calls and the time that a worker did not use', () => {
    const rules = terms(12, 60_000);
    const first = reserveCalls(emptyLedger, { worker: 'a', order: 'token', calls: 12, nowMs: 0 }, rules);
    expect(first.granted).toEqual({ calls: 12, untilMs: 60_000 });
    const back = withoutUnused(first.ledger, { worker: 'a', untilMs: 60_000, starts: [{ calls: 7, untilMs: 1_000 }] });
    const ask = { worker: 'b', order: 'token', calls: 12 } as const;
    expect(reserveCalls(back, { ...ask, nowMs: 1_000 }, rules).granted).toMatchObject({ calls: 5 });
    expect(reserveCalls(back, { ...ask, nowMs: 62_999 }, rules).granted).toMatchObject({ calls: 5 });
    expect(reserveCalls(back, { ...ask, nowMs: 63_000 }, rules).granted).toMatchObject({ calls: 12 });
  });

  it('counts each call of a block from about its own start, not from the last one of the block', () => {
    const rules = terms(20, 60_000);
    const first = reserveCalls(emptyLedger, { worker: 'a', order: 'token', calls: 20, nowMs: 0 }, rules);
    const starts = [0, 500, 2_000, 9_000, 9_100].reduce(
      (all, at) => withStarts(all, 2, at),
      [] as readonly StartedCalls[],
    );
    expect(starts.map(({ calls, untilMs }) => [calls, untilMs])).toEqual([
      [6, 2_000],
      [4, 9_100],
    ]);
    const back = withoutUnused(first.ledger, { worker: 'a', untilMs: 60_000, starts });
    const ask = { worker: 'a', order: 'token', calls: 20 } as const;
    expect(reserveCalls(back, { ...ask, nowMs: 63_999 }, rules).granted).toMatchObject({ calls: 10 });
    expect(reserveCalls(back, { ...ask, nowMs: 64_000 }, rules).granted).toMatchObject({ calls: 16 });
    expect(reserveCalls(back, { ...ask, nowMs: 71_100 }, rules).granted).toMatchObject({ calls: 20 });
  });

  it('divides a minute equally among the workers that it has seen, so that one block delays no other for long', () => {
    const rules = terms(100);
    let ledger: CallLedger = emptyLedger;
    for (let n = 0; n < 19; n += 1) {
      ({ ledger } = reserveCalls(ledger, { worker: nameOf(n), order: 'survey', calls: 1, nowMs: n }, rules));
    }
    const ask = { worker: nameOf(20), order: 'survey', calls: 50, nowMs: 30 } as const;
    expect(reserveCalls(ledger, ask, rules).granted).toMatchObject({ calls: 5 });
    expect(reserveCalls(emptyLedger, ask, rules).granted).toMatchObject({ calls: 16 });
  });

  it('lets no one wait longer than the platform asked for and calls count, once clocks are right, whatever they said before', () => {
    const hoursWrong = fc.integer({ min: -180, max: 180 }).map((minutes) => minutes * minuteMs);
    const wrongStep = fc.record({
      one: step,
      skewMs: fc.oneof(fc.constant(0), hoursWrong),
      throttled: fc.option(fc.nat(90_000)),
    });
    const wrongSteps = fc.array(wrongStep, { maxLength: 25 });
    const callsPerMinute = fc.integer({ min: 1, max: 100 });
    fc.assert(
      fc.property(callsPerMinute, wrongSteps, fc.nat(4 * 60 * minuteMs), (configured, steps, laterMs) => {
        const rules = sharedTerms(configured);
        let taken: Taken = { ledger: emptyLedger, starts: [] };
        let now = 0;
        let longestAskedMs = 1_000;
        for (const { one, skewMs, throttled } of steps) {
          now += one.afterMs;
          longestAskedMs = Math.max(longestAskedMs, throttled ?? 0);
          taken = take(taken, { ...one, throttled }, now, skewMs, rules);
        }
        const beganMs = now + laterMs;
        let nowMs = beganMs;
        let { ledger } = taken;
        for (;;) {
          const decided = reserveCalls(ledger, { worker: 'right', order: 'token', calls: 1, nowMs }, rules);
          if ('untilMs' in decided.granted) break;
          ledger = decided.ledger;
          nowMs = decided.granted.askAtMs;
        }
        expect(nowMs - beganMs).toBeLessThanOrEqual(longestAskedMs + guardMs + longestCountMs);
        const pace = paceAt(ledger, configured, nowMs + 10 * minuteMs);
        expect(pace).toBe(configured);
      }),
      { numRuns: 300 },
    );
  });

  it('holds what was reserved, and nothing else before the first 429', () => {
    const { ledger } = reserveCalls(emptyLedger, { worker: 'a', order: 'token', calls: 3, nowMs: 0 }, terms(60));
    expect(ledger).toStrictEqual({
      closedUntilMs: null,
      slowed: null,
      blocks: [{ worker: 'a', calls: 3, untilMs: 10_000 }],
    });
  });

  it('keeps a number of blocks at most: the oldest count together, with all their calls, until the last of them ends', () => {
    const rules = terms(100, 10_000, 4);
    const block = (worker: string, untilMs: number) => ({ worker, calls: 2, untilMs });
    const ask = { worker: 'e', order: 'token', calls: 2, nowMs: 9_000 } as const;
    const three = [block('c', 12_000), block('a', 10_000), block('b', 11_000)];
    const reserved = (blocks: CallLedger['blocks']) =>
      reserveCalls({ ...emptyLedger, blocks }, ask, rules).ledger.blocks;
    expect(reserved(three)).toEqual([...three, block('e', 19_000)]);
    expect(reserved([...three, block('d', 13_000)])).toEqual([
      { worker: '', calls: 6, untilMs: 12_000 },
      block('d', 13_000),
      block('e', 19_000),
    ]);
  });
});
