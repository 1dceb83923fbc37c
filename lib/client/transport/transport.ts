import { SecretUnavailable } from '../../contract/errors.ts';
import type { Clock, Secrets } from '../../ports.ts';
import type { PlatformAddress } from './base-url.ts';
import type { Call, Outcome } from './call.ts';
import { tokenUnusable } from './errors.ts';
import type { HttpExchange, HttpRequest } from './exchange.ts';
import { interruptible, throwIfInterrupted } from './interrupt.ts';
import { toAnswer, toNoAnswer } from './outcome.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Redactor } from './redact.ts';
import { requestedWaitMs } from './retry.ts';
import { createSlots } from './slots.ts';
import { createTokens, type UsableToken } from './tokens.ts';

/**
 * Maximum of connections and concurrent calls: a call that has its turn from the rate limiter must not
 * wait for a connection, or it would start later than the limiter recorded.
 */
export const connections = 8;

interface TransportOptions {
  readonly address: PlatformAddress;
  /** One for each token. */
  readonly secrets: readonly Secrets[];
  /** With one ledger for each token, in the same order. */
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly exchange: HttpExchange;
  /** Version of Headroom, for the user agent. */
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Calls sent so far, counting every attempt. */
export interface CallCount {
  readonly reads: number;
  readonly writes: number;
}

export interface Transport {
  /**
   * Makes one attempt, and a second one if the platform refuses the token (401) and Secrets then returns another. With several
   * tokens another one makes the call if the platform refuses or throttles (429) the first.
   * @throws RunInterrupted once the signal is aborted, PlatformUnauthorized for an unusable token, and
   * the errors of Secrets.
   */
  exchange(call: Call): Promise<Outcome>;
  calls(): CallCount;
  /** Closes the connections after the pending calls have ended. */
  close(): Promise<void>;
}

/** An attempt, and the token that it used. */
interface Attempted {
  readonly used: UsableToken;
  readonly outcome: Outcome;
}

/** Sends calls to the platform: slots, turns of the rate limiter, tokens, counts. */
export const createTransport = (options: TransportOptions): Transport => {
  const { address, rateLimiter, clock, redactor, exchange, signal } = options;
  const tokens = createTokens(options.secrets, clock);
  const inSlot = createSlots(connections);
  const count = { reads: 0, writes: 0 };

  // Below /v1 (§9.1), with the token in every request (§4.4, §5 header), and bodies as JSON (§4 JSON bodies).
  const requestOf = (call: Call, token: string): HttpRequest => {
    const hasBody = call.body !== undefined;
    return {
      method: call.method,
      path: `${address.prefix}/v1${call.path}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        // A list of services is a ninth of its size then.
        'accept-encoding': 'gzip, br',
        'user-agent': `headroom/${options.version}`,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      body: hasBody ? JSON.stringify(call.body) : null,
    };
  };

  /** Every worker with this token pauses after a 429, not only the call that received it. */
  const noteThrottling = async (outcome: Outcome, startedMs: number, index: number): Promise<void> => {
    if (outcome.kind !== 'answer' || outcome.status !== 429) return;
    const nowMs = clock.now();
    const waitMs = requestedWaitMs(outcome, nowMs);
    await interruptible(() => rateLimiter.slowDown({ startedMs, waitMs, nowMs }, index), signal);
  };

  /** No text may contain any of these tokens from now on. @throws PlatformUnauthorized for one that no header can hold */
  const learn = (call: Call, usable: readonly UsableToken[]): void => {
    for (const { token } of usable) {
      if (!/^[\x21-\x7e]+$/.test(token)) throw tokenUnusable(call);
      redactor.learn(token);
    }
  };

  /** Makes the call with the token that has the first turn. */
  const attempt = (call: Call, usable: readonly UsableToken[]): Promise<Attempted> =>
    inSlot(async () => {
      learn(call, usable);
      const among = usable.map(({ index }) => index);
      const turn = await rateLimiter.take(signal, call.watch?.mayStart, among);
      throwIfInterrupted(signal);
      const used = usable.find(({ index }) => index === turn);
      if (used === undefined) throw new RangeError(`the turn of token ${turn + 1} belongs to no token of the call`);
      const startedMs = clock.now();
      count[call.kind === 'read' ? 'reads' : 'writes'] += 1;
      const send = () => exchange.send(requestOf(call, used.token), signal);
      const received = await interruptible(send, signal).catch((error: unknown) => ({ error }));
      throwIfInterrupted(signal);
      if ('error' in received)
        return { used, outcome: toNoAnswer(received.error, `${address.origin}${address.prefix}`, redactor.clean) };
      const outcome = toAnswer(received, redactor.clean);
      await noteThrottling(outcome, startedMs, turn);
      return { used, outcome };
    });

  /** The token again, as its secret has it now; as it is if there is no newer one. */
  const renewed = async (used: UsableToken, hasOthers: boolean): Promise<UsableToken> => {
    if (used.isFresh) return used;
    return interruptible(() => tokens.fresh(used.index), signal).catch((error: unknown) => {
      if (!hasOthers || !(error instanceof SecretUnavailable)) throw error;
      return used;
    });
  };

  const exchangeWith = async (call: Call, usable: readonly UsableToken[]): Promise<Outcome> => {
    const { used, outcome } = await attempt(call, usable);
    if (outcome.kind !== 'answer') return outcome;
    const others = usable.filter(({ index }) => index !== used.index);
    if (outcome.status === 429 && others.length > 0) return exchangeWith(call, others);
    if (outcome.status !== 401) return outcome;
    const fresh = await renewed(used, others.length > 0);
    if (fresh.token !== used.token) return exchangeWith(call, [fresh, ...others]);
    if (others.length === 0) return outcome;
    tokens.rest(used.index);
    return exchangeWith(call, others);
  };

  return {
    exchange: async (call) => {
      const { token } = call;
      const read = () => (token === undefined ? tokens.usable() : tokens.only(token));
      return exchangeWith(call, await interruptible(read, signal));
    },
    calls: () => ({ ...count }),
    close: () => exchange.close(),
  };
};
