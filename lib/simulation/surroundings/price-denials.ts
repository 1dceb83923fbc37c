import type { HttpExchange } from '../../client/transport/exchange.ts';
import type { RawAnswer } from '../../client/transport/outcome.ts';
import type { ServiceTruth } from '../laws/truth.ts';

/** What Headroom was told about prices, by the platform or by a fault in its place. */
export interface PriceDenials {
  readonly note: (path: string, answer: RawAnswer) => void;
  /**
   * Whether Headroom may go by the policy's price for a service: it was told twice in a row that the platform has none, or
   * once while no price is known at all.
   */
  readonly isDenied: (service: ServiceTruth) => boolean;
}

const priced = /\/pricing\/service-types\/([^/]+)\/plans\/([^/]+)\/clouds\/([^/?]+)/;

const isPrice = (text: string): boolean => {
  try {
    return typeof JSON.parse(text).extra_disk_price_per_gb_usd === 'string';
  } catch {
    return false;
  }
};

export const createPriceDenials = (): PriceDenials => {
  /** Denials in a row, by type, plan and cloud. */
  const inARow = new Map<string, number>();
  let isAnyKnown = false;
  const keyOf = (parts: readonly (string | undefined)[]) => JSON.stringify(parts);
  return {
    note: (path, { status, text }) => {
      const [, ...parts] = priced.exec(path) ?? [];
      if (parts.length === 0) return;
      const key = keyOf(parts.map((part) => decodeURIComponent(part)));
      if (status === 404) inARow.set(key, (inARow.get(key) ?? 0) + 1);
      if (status !== 200 || !isPrice(text)) return;
      inARow.delete(key);
      isAnyKnown = true;
    },
    isDenied: ({ service: { type, plan, cloud } }) => {
      const count = inARow.get(keyOf([type, plan, cloud])) ?? 0;
      return count > 1 || (count === 1 && !isAnyKnown);
    },
  };
};

/** The same exchange, whose answers are noted as they arrive. */
export const notingPrices = (exchange: HttpExchange, { note }: PriceDenials): HttpExchange => ({
  ...exchange,
  send: async (request, signal) => {
    const answer = await exchange.send(request, signal);
    note(request.path, answer);
    return answer;
  },
});
