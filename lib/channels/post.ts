import { debuglog } from 'node:util';
import { retryAfterMs } from '../client/transport/retry.ts';
import { undiciExchange } from '../client/transport/undici-exchange.ts';
import type { DeliveryFailure } from '../core/notices/delivery.ts';

const timeouts = { connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, answerMs: 15_000 };

/** Statuses after which a repetition can help; every other refusal is final. */
const isTransient = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

/** Debug logs that print the whole address of every request of undici; Node.js reads `NODE_DEBUG` once, when it starts. */
const printingLogs = ['undici', 'fetch', 'websocket'].map((section) => debuglog(section));

const addressPrinted: DeliveryFailure = {
  problem: 'not sent: NODE_DEBUG would print the address of the channel; remove undici, fetch and websocket from it',
  isFinal: false,
  waitMs: null,
};

/** Name of a network error. Its message is left out, because it may contain the address. */
const codeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'Error';
};

/**
 * Posts a JSON body to the address of a channel, which is a secret, unless a debug log would print it.
 * Redirects are not followed, because they would carry the message elsewhere.
 * @returns why it failed, without the address; null if it was accepted
 */
export const postJson = async (
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): Promise<DeliveryFailure | null> => {
  if (printingLogs.some(({ enabled }) => enabled)) return addressPrinted;
  const { origin, pathname, search } = new URL(address);
  const exchange = undiciExchange(origin, 1, timeouts);
  try {
    const sent = { method: 'POST', path: `${pathname}${search}`, body } as const;
    const answer = await exchange.send(
      { ...sent, headers: { 'content-type': 'application/json', ...headers } },
      new AbortController().signal,
    );
    if (answer.status >= 200 && answer.status < 300) return null;
    const requested = answer.headers['retry-after'];
    const waitMs = (typeof requested === 'string' ? retryAfterMs(requested, nowMs) : undefined) ?? null;
    return { problem: `the channel answered HTTP ${answer.status}`, isFinal: !isTransient(answer.status), waitMs };
  } catch (error) {
    return { problem: `the channel did not answer (${codeOf(error)})`, isFinal: false, waitMs: null };
  } finally {
    await exchange.close();
  }
};
