/** The connection that a request came on, as far as the platform uses it. */
export interface Connection {
  /** Address of the caller; empty when it is gone. */
  readonly address: string;
  /** Ends the connection without an answer; what it returns takes the place of one. */
  readonly cut: () => Response;
}

/** What the platform's application is called with. */
export interface Env {
  readonly Bindings: Connection;
}
