import type { IncomingHttpHeaders } from 'node:http';

/** A request in plain data. */
export interface PlainRequest {
  readonly method: string;
  /** The whole path, with its query. */
  readonly path: string;
  readonly headers: Pick<IncomingHttpHeaders, 'authorization' | 'host' | 'origin' | 'user-agent'>;
  readonly body: string | null | Promise<string>;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}
