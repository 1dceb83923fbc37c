import { randomUUID } from 'node:crypto';
import type { Deadline } from '../client/transport/interrupt.ts';
import { limiterOn, type RateLimiter } from '../client/transport/rate-limiter.ts';
import type { CallOrder } from '../core/calls/order.ts';
import type { Store } from '../ports.ts';
import { createStoreLedger } from '../run/calls/store-ledger.ts';
import { systemClock, systemSleep } from '../run/system-clock.ts';

/** What a call of a task says about its platform calls. */
export interface CallTerms {
  /** No wait ends later. */
  readonly deadline: Deadline;
  readonly order: () => CallOrder;
  /** Longest wait for a call; undefined: the limiter's default. */
  readonly longestWaitMs: number | undefined;
}

/** The calls of this process, from the ledger that all functions share. */
export const openLimiter = (store: Store, callsPerMinute: number, terms: CallTerms): RateLimiter => {
  const machine = { clock: systemClock, sleep: systemSleep };
  const worker = randomUUID();
  const ledger = createStoreLedger({ ...machine, store, random: Math.random, callsPerMinute, worker });
  return limiterOn({ ...machine, ...terms, ledger });
};
