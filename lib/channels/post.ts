import { undiciExchange } from '../client/transport/undici-exchange.ts';
import { secondMs } from '../core/model/durations.ts';
import type { DeliveryFailure } from '../core/notices/delivery.ts';

const timeouts = { connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, answerMs: 15_000 };

/** Statuses after which a repetition can help; every other refusal is final. */
const isTransient = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

/** `Retry-After` in milliseconds, as seconds or as a date; null without one. */
const retryAfterMs = (header: unknown, nowMs: number): number | null => {
  if (typeof header !== 'string') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds) && header.trim() !== '') return Math.max(0, seconds * secondMs);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
};

/** Name of a network error. Its message is left out, because it may contain the address. */
const codeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'Error';
};

/**
 * Posts a JSON body to the address of a channel; redirects are not followed, because they would carry the message elsewhere.
 * @returns why it failed, without the address; null if it was accepted
 */
export const postJson = async (
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): Promise<DeliveryFailure | null> => {
  const { origin, pathname, search } = new URL(address);
  const exchange = undiciExchange(origin, 1, timeouts);
  try {
    const sent = { method: 'POST', path: `${pathname}${search}`, body } as const;
    const answer = await exchange.send(
      { ...sent, headers: { 'content-type': 'application/json', ...headers } },
      new AbortController().signal,
    );
    if (answer.status >= 200 && answer.status < 300) return null;
    const waitMs = retryAfterMs(answer.headers['retry-after'], nowMs);
    return { problem: `the channel answered HTTP ${answer.status}`, isFinal: !isTransient(answer.status), waitMs };
  } catch (error) {
    return { problem: `the channel did not answer (${codeOf(error)})`, isFinal: false, waitMs: null };
  } finally {
    await exchange.close();
  }
};
