import type { HttpExchange } from '../../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';
import { hourMs } from '../../../lib/core/model/durations.ts';
import type { Service } from '../../../lib/platform/state/state.ts';

/** Answers to questions about prices and plans that there is none, of the platform or of a fault in its place. */
export interface Denials {
  readonly note: (path: string, answer: RawAnswer) => void;
  /**
   * Whether Headroom may go by the policy's price for a service: two answers in a row said that the platform has none, or
   * one did while no price is known at all.
   */
  readonly isPriceDenied: (place: { readonly service: Pick<Service, 'type' | 'plan' | 'cloud'> }) => boolean;
  /**
   * Whether Headroom may still wait for a second answer that the platform has no price for a service: it asks again in the
   * next hourly pass.
   */
  readonly isPriceOpen: (place: { readonly service: Pick<Service, 'type' | 'plan' | 'cloud'> }) => boolean;
  /** How often a fault denied something twice in a row or more, so that Headroom believes it for a day. */
  readonly lies: () => number;
}

const described = /\/service-types\/([^/]+)\/plans\/([^/]+)(?:\/clouds\/([^/?]+))?$/;

/** What only a fault says. */
const injected = 'injected_fault';

const isPrice = (text: string): boolean => {
  try {
    return typeof JSON.parse(text).extra_disk_price_per_gb_usd === 'string';
  } catch {
    return false;
  }
};

/** Time in which an hourly pass confirms a denial. */
const confirmedMs = 2 * hourMs;

export const createDenials = (now: () => number): Denials => {
  /** Denials in a row, by type, plan and cloud; without a cloud for the plan itself. */
  const inARow = new Map<string, { readonly count: number; readonly sinceMs: number }>();
  let isAnyKnown = false;
  let lies = 0;
  const keyOf = (type = '', plan = '', cloud = '') => JSON.stringify([type, plan, cloud]);
  return {
    note: (path, { status, text }) => {
      const [, ...parts] = described.exec(path) ?? [];
      if (parts.length === 0) return;
      const key = keyOf(...parts.map((part) => part && decodeURIComponent(part)));
      const isPlan = parts[2] === undefined;
      if (status === 404) {
        const { count, sinceMs } = inARow.get(key) ?? { count: 0, sinceMs: now() };
        inARow.set(key, { count: count + 1, sinceMs });
        if (count > 0 && text.includes(injected)) lies += 1;
      } else if (status === 200 && (isPlan || isPrice(text))) {
        inARow.delete(key);
        isAnyKnown ||= !isPlan;
      }
    },
    isPriceDenied: ({ service: { type, plan, cloud } }) => {
      const { count = 0 } = inARow.get(keyOf(type, plan, cloud)) ?? {};
      return count > 1 || (count === 1 && !isAnyKnown);
    },
    isPriceOpen: ({ service: { type, plan, cloud } }) => {
      const { sinceMs } = inARow.get(keyOf(type, plan, cloud)) ?? {};
      return sinceMs !== undefined && now() - sinceMs < confirmedMs;
    },
    lies: () => lies,
  };
};

/** The same exchange, whose answers are noted as they arrive. */
export const notingDenials = (exchange: HttpExchange, { note }: Denials): HttpExchange => ({
  ...exchange,
  send: async (request, signal) => {
    const answer = await exchange.send(request, signal);
    note(request.path, answer);
    return answer;
  },
});
