/** One request to the platform, before anything is known of how it ends. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Percent-encoded path below `/v1`. */
  readonly path: string;
  /** Sent as JSON; absent for none. */
  readonly body?: unknown;
  /** Whether it can change anything on the platform; some reads are POSTs (platform-facts §2.7). */
  readonly kind: 'read' | 'write';
  /** Told the id that the platform gave the request in its answer, of every try that was answered with one. */
  readonly onRequestId?: (id: string) => void;
}

/** What the platform answered to one attempt. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** True for a 2xx that does not speak of an error. */
  readonly ok: boolean;
  /** The parsed JSON; undefined when the answer is empty or not JSON. */
  readonly body: unknown;
  /** False for something that is not JSON; an empty answer is fine. */
  readonly readable: boolean;
  /** What the platform says in words, fit for an error message; empty when it says nothing. */
  readonly message: string;
  readonly errorCode?: string;
  readonly requestId?: string;
  /** When the platform made the answer, by its own clock: the `Date` header as it came (RFC 9110, section 6.6.1). */
  readonly date?: string;
  /** The `Retry-After` header as it came. */
  readonly retryAfter?: string;
  /** Where a redirect leads. */
  readonly location?: string;
}

/**
 * Why no answer came: never connected, so that nothing was sent; lost some time after the connection stood, so that the
 * platform may have done it; not trusted, for its certificate; too large to be taken.
 */
export type Failure = 'not-connected' | 'lost' | 'not-trusted' | 'too-large';

export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly failure: Failure;
  /** The network's words, fit for an error message. */
  readonly message: string;
}

/** How one attempt ended. */
export type Outcome = Answer | NoAnswer;
