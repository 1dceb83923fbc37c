import type { MiddlewareHandler } from 'hono';

/** Nothing but what this server itself serves: no inline script or style, no foreign origin, no frame. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  // Not `no-referrer`: browsers would send `Origin: null` with the form of an approval.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Names of this machine: any other Host is a page elsewhere whose name was made to point here (DNS rebinding). */
const isLocal = (host: string | undefined): boolean =>
  /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');

/** Refuses requests for other hosts, and writes from pages of other origins. */
export const guard: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host');
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  if (!isLocal(host)) return c.text('This dashboard answers for 127.0.0.1 and localhost only.\n', 421);
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const origin = c.req.header('origin');
    if (origin !== `http://${host}`) return c.text('Only pages of this dashboard may write.\n', 403);
  }
  return next();
};
