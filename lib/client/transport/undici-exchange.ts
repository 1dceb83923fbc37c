import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { HttpExchange, HttpRequest } from './exchange.ts';
import { AnswerTooSlow, type RawAnswer, UnreadableAnswer } from './outcome.ts';

/** Largest answer to read, also once it is no longer compressed: 64 MiB, far above the service list of a project. */
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

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const gunzip: Decode = promisify(zlib.gunzip);

/** Servers may also send what no request asks for (RFC 9110, section 12.5.3). */
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', promisify(zlib.brotliDecompress)],
  ['deflate', promisify(zlib.inflate)],
  ['identity', async (bytes) => bytes],
]);

/**
 * The bytes of an answer without its content codings (RFC 9110, section 8.4). undici's own interceptor for this warns on the
 * standard error of every process that it is experimental.
 * @param codings of the header `content-encoding`, in the order in which they were applied
 * @param mostBytes a longer result is the error ERR_BUFFER_TOO_LARGE
 * @throws UnreadableAnswer, or an error of zlib for damaged bytes
 */
const decoded = async (bytes: Buffer, codings: string, mostBytes: number): Promise<Buffer> => {
  let rest = bytes;
  if (rest.length === 0) return rest;
  for (const coding of codings.split(',').toReversed()) {
    const decode = decoders.get(coding.trim().toLowerCase());
    if (decode === undefined) throw new UnreadableAnswer(coding.trim());
    rest = await decode(rest, { maxOutputLength: mostBytes });
  }
  return rest;
};

/** The text of a body; a byte order mark is no part of it. */
const textOf = async (chunks: readonly Buffer[], headers: RawAnswer['headers']): Promise<string> => {
  const [only = Buffer.alloc(0)] = chunks;
  const bytes = chunks.length > 1 ? Buffer.concat(chunks) : only;
  const codings = [headers['content-encoding'] ?? []].flat().join(',');
  const text = (codings === '' ? bytes : await decoded(bytes, codings, largestAnswerBytes)).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
};

/**
 * Sends one request and collects its answer as it comes: the stream and the signal that undici's own request function makes
 * for each answer cost more than the rest of the client.
 * @param answerMs from the request to the end of the answer
 * @param outer ends it with its reason
 */
const exchanged = (pool: Dispatcher, sent: HttpRequest, answerMs: number, outer: AbortSignal): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    let stopped: Error | undefined;
    let running: Dispatcher.DispatchController | undefined;
    const stop = (reason: Error) => {
      stopped ??= reason;
      running?.abort(reason);
    };
    const interrupt = () => stop(outer.reason);
    const timer = setTimeout(() => stop(new AnswerTooSlow(answerMs)), answerMs);
    outer.addEventListener('abort', interrupt, { once: true });
    if (outer.aborted) interrupt();
    const end = () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', interrupt);
    };
    let head = { status: 0, headers: {} as RawAnswer['headers'] };
    const chunks: Buffer[] = [];
    pool.dispatch(sent, {
      onRequestStart: (controller) => {
        running = controller;
        if (stopped !== undefined) controller.abort(stopped);
      },
      // Called once more for each answer below 200, before the one that counts.
      onResponseStart: (_controller, status, headers) => {
        head = { status, headers };
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        end();
        textOf(chunks, head.headers).then((text) => resolve({ ...head, text }), reject);
      },
      onResponseError: (_controller, error) => {
        end();
        reject(error);
      },
    });
  });

/**
 * One pool of undici 7 for the platform's origin; it follows no redirects. It loads only undici's pool, not its root, which loads
 * fetch and doubles a bundle and its start (design §13).
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
  return {
    send: (sent, signal) => exchanged(pool, sent, timeouts.answerMs, signal),
    close: () => {
      closing ??= pool.close();
      return closing;
    },
  };
};
