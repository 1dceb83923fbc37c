import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure, Outcome } from '../../../lib/client/transport/call.ts';
import {
  type Attempt,
  decideRetry,
  longestRequestedWaitMs,
  maxTries,
  retryAfterMs,
} from '../../../lib/client/transport/retry.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

const answered = (status: number, message = '', retryAfter?: string): Outcome => ({
  kind: 'answer',
  status,
  ok: false,
  text: '',
  message,
  retryAfter,
});
const failed = (failure: Failure): Outcome => ({ kind: 'no-answer', failure, message: 'gone' });

const decide = (outcome: Outcome, rest: Partial<Attempt> = {}) =>
  decideRetry({ outcome, safeToRepeat: true, tries: 1, now, random: 0.5, leftMs: Number.POSITIVE_INFINITY, ...rest });
const waitOf = (outcome: Outcome, rest: Partial<Attempt> = {}) => {
  const decision = decide(outcome, rest);
  return decision.retry ? decision.waitMs : undefined;
};

describe('whether a call is made again (pf 2.13 retry)', () => {
  it.each([408, 429, 500, 502, 503, 504])('%i may pass, so it is', (status) => {
    expect(decide(answered(status)).retry).toBe(true);
  });

  it.each([200, 301, 400, 401, 403, 404, 405, 409, 410, 417, 422, 501, 505, 510])(
    '%i is final, so it is not',
    (status) => {
      expect(decide(answered(status))).toEqual({ retry: false, throttled: false, reason: '' });
    },
  );

  it.each([
    ['not-connected', true],
    ['lost', true],
    ['not-trusted', false],
    ['too-large', false],
    ['unreadable', false],
    ['too-slow', false],
  ] as const)('after a failure of the kind %s: %s', (failure, retry) => {
    expect(decide(failed(failure)).retry).toBe(retry);
  });

  it('not after the sixth try', () => {
    expect(decide(answered(503), { tries: maxTries - 1 }).retry).toBe(true);
    expect(decide(answered(503), { tries: maxTries })).toMatchObject({
      retry: false,
      reason: 'gave up after 6 tries',
    });
  });
});

describe('a connection that fails before the first answer of the address, while a person waits', () => {
  const first = (outcome: Outcome, tries: number) => decide(outcome, { tries, isUnproven: true });

  it('is tried a second time within two seconds, and then not again', () => {
    expect(first(failed('not-connected'), 1)).toMatchObject({ retry: true, waitMs: 1_000 });
    expect(first(failed('not-connected'), 2)).toEqual({ retry: false, throttled: false, reason: '' });
  });

  it('is an ordinary failure once the connection stands', () => {
    expect(first(failed('lost'), 2).retry).toBe(true);
    expect(first(answered(503), 2).retry).toBe(true);
  });
});

describe('how long it waits (pf 2.13 wait)', () => {
  it('grows from up to 2 s to up to 15 s, anywhere below', () => {
    const waits = [1, 2, 3, 4, 5].map((tries) => waitOf(answered(500), { tries, random: 1 }));
    expect(waits).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(waitOf(answered(500), { random: 0 })).toBe(0);
  });

  it.each([
    ['seconds in Retry-After', answered(429, '', '7'), 7_000],
    ['a date in Retry-After', answered(503, '', 'Thu, 01 Jan 2026 12:00:09 GMT'), 9_000],
    ['a date in the past', answered(503, '', 'Thu, 01 Jan 2026 11:00:00 GMT'), 0],
    ['words of the message', answered(429, 'Rate limit 120 exceeded - try again in 28s'), 28_000],
    ['Retry-After before the words', answered(429, 'try again in 28s', '3'), 3_000],
    ['the words when Retry-After is nonsense', answered(429, 'try again in 28s', '-1'), 28_000],
    ['the most that is allowed', answered(429, '', '300'), 300_000],
  ])('as the platform requests by %s, plus up to a second', (_name, outcome, requestedMs) => {
    expect(waitOf(outcome, { random: 0 })).toBe(requestedMs);
    expect(waitOf(outcome, { random: 0.5 })).toBe(requestedMs + 500);
  });

  it('does not wait for more than five minutes: it gives up as throttled and says so', () => {
    expect(decide(answered(429, '', '301'))).toEqual({
      retry: false,
      throttled: true,
      reason: 'the platform asks to wait 301 s, more than 300 s: run again later',
    });
    expect(decide(answered(503, '', '9'.repeat(400)))).toMatchObject({ retry: false, throttled: true });
  });
});

describe('before a deadline', () => {
  it.each([
    ['a wait that the platform asks for', answered(429, '', '90'), 90_500],
    ['a wait of our own', answered(503), 1_000],
    ['a wait after an answer that was lost', failed('lost'), 1_000],
  ])('%s is kept while it ends in time, and else not begun: it says when to go on', (_, outcome, waitMs) => {
    expect(decide(outcome, { leftMs: waitMs })).toMatchObject({ retry: true, waitMs });
    expect(decide(outcome, { leftMs: waitMs - 1 })).toMatchObject({ retry: false, goOnMs: now + waitMs });
  });

  it('what is final stays final, and what nothing forbids has no moment', () => {
    expect(decide(answered(404), { leftMs: -1 })).toEqual({ retry: false, throttled: false, reason: '' });
    expect(decide(answered(503), { leftMs: -1, tries: maxTries })).not.toHaveProperty('goOnMs');
  });
});

describe('a call that is not safe to repeat', () => {
  const lookFirst = (outcome: Outcome, safeToRepeat: boolean) => {
    const decision = decide(outcome, { safeToRepeat });
    return decision.retry && decision.lookFirst;
  };

  it('is repeated blindly only when the platform surely did not do it', () => {
    expect(lookFirst(answered(429), false)).toBe(false);
    expect(lookFirst(failed('not-connected'), false)).toBe(false);
  });

  it.each([
    ['a lost answer', failed('lost')],
    ['500', answered(500)],
    ['408', answered(408)],
    ['503 with Retry-After, which a gateway may say after the effect', answered(503, '', '1')],
  ])('is looked up first after %s', (_name, outcome) => {
    expect(lookFirst(outcome, false)).toBe(true);
    expect(lookFirst(outcome, true)).toBe(false);
  });
});

it('decides for any outcome at all, with waits in bounds and tries that end', () => {
  const outcome = fc.oneof(
    fc
      .record({
        status: fc.integer({ min: 100, max: 999 }),
        message: fc.oneof(
          fc.string(),
          fc.nat().map((seconds) => `try again in ${seconds}s`),
        ),
        retryAfter: fc.oneof(fc.constant(undefined), fc.string(), fc.nat().map(String)),
      })
      .map(({ status, message, retryAfter }) => answered(status, message, retryAfter)),
    fc.constantFrom<Failure>('not-connected', 'lost', 'not-trusted', 'too-large').map(failed),
  );
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(outcome, fc.boolean(), fc.integer({ min: 1, max: 10 }), random, (ended, safe, tries, chance) => {
      const decision = decide(ended, { safeToRepeat: safe, tries, random: chance });
      if (!decision.retry) return;
      expect(tries).toBeLessThan(maxTries);
      expect(decision.waitMs).toBeGreaterThanOrEqual(0);
      expect(decision.waitMs).toBeLessThanOrEqual(longestRequestedWaitMs + 1_000);
    }),
  );
});

it.each([
  ['7', 7_000],
  [' 7 ', 7_000],
  ['0', 0],
  ['Thu, 01 Jan 2026 12:10:00 GMT', 600_000],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  // The oldest form of HTTP has no zone: it is UTC, wherever this machine is.
  ['Thu Jan  1 12:10:00 2026', 600_000],
  ['-1', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('the header %j asks for a wait of %s ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});
