import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { HttpExchange, HttpRequest } from './exchange.ts';
import { AnswerTooSlow } from './outcome.ts';

/** Largest answer to read: 64 MiB, far above the service list of a project. */
const largestAnswerBytes = 64 * 1024 * 1024;

/** Time limit of each part of a call, in milliseconds; all above 0. */
export interface Timeouts {
  readonly connectMs: number;
  /** From the request to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two chunks of the answer's body. */
  readonly bodyMs: number;
  /** From the request to the end of the answer, which also ends a trickling answer. */
  readonly answerMs: number;
}

/** Long enough for the slow first listing of a large project, shorter than every Lambda's time-out. */
export const defaultTimeouts: Timeouts = { connectMs: 10_000, headersMs: 60_000, bodyMs: 60_000, answerMs: 120_000 };

const checkTimeouts = (timeouts: Timeouts): void => {
  for (const [name, ms] of Object.entries(timeouts)) {
    // undici interprets 0 as no time-out.
    if (!(Number.isFinite(ms) && ms > 0))
      throw new RangeError(`The time-out ${name} is ${ms}: use milliseconds above 0.`);
  }
};

/** Runs the work with a signal that aborts with the outer one, or after `ms` milliseconds. */
const within = async <T>(ms: number, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const stop = () => controller.abort(outer.reason);
  const late = () => controller.abort(new AnswerTooSlow(ms));
  const timer = setTimeout(late, ms);
  outer.addEventListener('abort', stop, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  }
};

/**
 * One pool of undici 7 for the platform's origin; it follows no redirects. It loads only undici's pool and its request
 * function, not its root, which loads fetch and doubles a bundle and its start (design §13).
 * @param connections connections at most
 * @throws RangeError for a time-out of 0 or less.
 */
export const undiciExchange = (origin: string, connections: number, timeouts: Timeouts): HttpExchange => {
  checkTimeouts(timeouts);
  const pool = new Pool(origin, {
    connections,
    connectTimeout: timeouts.connectMs,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    maxResponseSize: largestAnswerBytes,
  });
  let closing: Promise<void> | undefined;
  const receive = async (sent: HttpRequest, signal: AbortSignal) => {
    const response = await request.call(pool, { ...sent, signal });
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  };
  return {
    send: (sent, signal) => within(timeouts.answerMs, signal, (ends) => receive(sent, ends)),
    close: () => {
      closing ??= pool.close();
      return closing;
    },
  };
};
