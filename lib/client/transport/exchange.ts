import type { Call } from './call.ts';
import type { RawAnswer } from './outcome.ts';

/** One HTTP request as it goes out: the path is whole, the body is JSON text or absent. */
export interface HttpRequest {
  readonly method: Call['method'];
  /** From the root of the origin on, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * Carries one request to the platform and its answer back, over a network or without one. A rejection is an error of
 * the network: the platform may or may not have carried the request out.
 */
export interface HttpExchange {
  /** @param signal ends the exchange once it is aborted */
  send(request: HttpRequest, signal: AbortSignal): Promise<RawAnswer>;
  /** Frees connections once the requests under way have ended. */
  close(): Promise<void>;
}
