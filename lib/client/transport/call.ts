import type { WriteWatch } from '../../ports.ts';

/** One request to the platform. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Percent-encoded path below `/v1`. */
  readonly path: string;
  /** Sent as JSON; absent for none. */
  readonly body?: unknown;
  /** Whether it can change the platform; some reads are POSTs (pf 2.7). */
  readonly kind: 'read' | 'write';
  /** What to do about a 404. */
  readonly ifMissing?: string;
  /** Follows a write. */
  readonly watch?: WriteWatch;
}

/** The platform's answer to one attempt. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** True for a 2xx without an error member. */
  readonly ok: boolean;
  readonly text: string;
  /** The platform's message, cleaned for error messages; empty if it has none. */
  readonly message: string;
  readonly errorCode?: string;
  readonly requestId?: string;
  /** Time of the answer by the platform's clock: the unparsed `Date` header (RFC 9110, section 6.6.1). */
  readonly date?: string;
  /** The unparsed `Retry-After` header. */
  readonly retryAfter?: string;
  /** Target of a redirect. */
  readonly location?: string;
}

/**
 * Why no answer arrived: not connected, so nothing was sent; lost after the connection was established, so the
 * platform may have carried it out; not trusted, because of its certificate; too large to read; unreadable, because of its compression; too slow to wait for.
 */
export type Failure = 'not-connected' | 'lost' | 'not-trusted' | 'too-large' | 'unreadable' | 'too-slow';

/** Whether there was no connection: the address is at fault, and not the call. */
export const isConnectionFailure = (outcome: Outcome): boolean =>
  outcome.kind === 'no-answer' && (outcome.failure === 'not-connected' || outcome.failure === 'not-trusted');

export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly failure: Failure;
  /** The network's message, or which address cannot be connected to and why; cleaned for error messages. */
  readonly message: string;
}

/** Result of one attempt. */
export type Outcome = Answer | NoAnswer;
