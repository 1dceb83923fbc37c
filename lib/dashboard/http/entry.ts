import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';

/** Who gets in. */
export interface Entry {
  /** Random path below which all pages are, such as `/3q2-7w`: it begins with a slash and ends without one. */
  readonly path: string;
  /** Random text in the address that the command prints; it lets in the first browser that opens it. */
  readonly key: string;
  /** Random value of the cookie of that browser. */
  readonly session: string;
  /** What Prometheus sends for the figures of `/metrics`, as a bearer token; absent: it gets none. */
  readonly metricsKey?: string;
  /** A proxy before the dashboard that signs people in. */
  readonly proxy?: TrustedProxy;
}

/** A proxy of this machine, through which people reach the dashboard by another address. */
export interface TrustedProxy {
  /** Origin by which people reach it, such as https://headroom.example.com. */
  readonly publicOrigin: string;
  /** Header in which it names who is signed in. */
  readonly identityHeader: string;
  /** Text that it sends with every request: its address proves nothing, because every user of the machine has the same. */
  readonly secret: string;
}

/** A request that may go on: the only origin whose pages may write, and the person whom a proxy signed in. */
interface Admitted {
  readonly origin: string;
  /** What links of its pages begin with: the random path; empty behind a proxy. */
  readonly root: string;
  readonly person?: string;
}

export type Admission = Admitted | Response;

declare module 'hono' {
  interface ContextVariableMap {
    /** Who is signed in at the proxy; absent without one. */
    person?: string;
    /** What links of the answer begin with. */
    root?: string;
  }
}

export const cookieName = 'headroom';

/** Whether a path is below another. */
export const isBelow = (path: string, whole: string): boolean => whole.startsWith(`${path}/`);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a text is a secret, in a time that does not depend on where they differ. */
export const isSecret = (given: string | undefined, secret: string): boolean =>
  timingSafeEqual(digestOf(given ?? ''), digestOf(secret)) && given !== undefined;

/** Host of a request in lower case. */
export const hostOf = (c: Context): string => c.req.header('host')?.toLowerCase() ?? '';

const localHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

/** Names of this machine: any other Host is a page elsewhere whose name was made to point here (DNS rebinding). */
export const isLocal = (host: string): boolean => localHost.test(host);
