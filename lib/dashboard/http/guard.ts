import type { Context, MiddlewareHandler } from 'hono';
import { createAdmitByKey } from './admit-by-key.ts';
import { type Admission, type Entry, hostOf, isLocal, isSecret, type TrustedProxy } from './entry.ts';

/** Header in which a proxy proves itself. */
const secretHeader = 'x-headroom-proxy-secret';

/**
 * One name of printable characters. A comma joins the values of a header that was sent twice, and brackets in the audit are
 * Headroom's own words: `(signed in at …)`.
 */
const oneName = /^[!-'*+\-.-~](?:[ -'*+\-.-~]{0,198}[!-'*+\-.-~])?$/;

const publicHost = ({ publicOrigin }: TrustedProxy): string => new URL(publicOrigin).host;

/** Whether a request is for the proxy to bring: it says so, or it names the public address. */
const isForProxy = (c: Context, proxy: TrustedProxy): boolean =>
  c.req.header(secretHeader) !== undefined || hostOf(c) === publicHost(proxy);

/** Lets in whom the proxy has signed in. */
const admitByProxy = (c: Context, proxy: TrustedProxy): Admission => {
  const host = hostOf(c);
  const { publicOrigin, identityHeader, secret } = proxy;
  if (!isSecret(c.req.header(secretHeader), secret))
    return c.text(`The proxy must send HEADROOM_PROXY_SECRET as ${secretHeader}.\n`, 403);
  // The proxy may keep the name or replace it by this machine's.
  if (!isLocal(host) && host !== publicHost(proxy)) return c.text(`This dashboard answers for ${publicOrigin}.\n`, 421);
  const person = c.req.header(identityHeader)?.trim() ?? '';
  if (!oneName.test(person)) return c.text(`The proxy must name who is signed in as ${identityHeader}.\n`, 403);
  return { origin: publicOrigin, root: '', person };
};

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
  // Not `no-referrer`: browsers would send `Origin: null` with the form of an approval. No page has the key in its address.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** A question that takes long to answer. */
const calculates = (c: Context): boolean => c.req.query('verify') !== undefined;

/** Whether a page of another site asks, for more than to be followed by a link. Programs and old browsers do not say it. */
const isOfOtherSite = (c: Context): boolean => {
  const site = c.req.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return c.req.header('sec-fetch-mode') !== 'navigate' || calculates(c);
};

/** Whether Prometheus asks for the figures: it keeps no cookie, and opens no address before. */
const isScraper = (c: Context, metricsKey: string | undefined): boolean =>
  metricsKey !== undefined &&
  c.req.method === 'GET' &&
  c.req.path === '/metrics' &&
  isLocal(hostOf(c)) &&
  isSecret(c.req.header('authorization'), `Bearer ${metricsKey}`);

/** Why a request that was let in may not go on. */
const refusalOf = (c: Context, origin: string): string | undefined => {
  if (isOfOtherSite(c)) return 'Pages of other sites may only link to this page.\n';
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  return isRead || c.req.header('origin') === origin ? undefined : 'Only pages of this dashboard may write.\n';
};

/** Refuses requests without access or a signed-in person, for other hosts, and of pages of other origins. */
export const createGuard = (entry: Entry): MiddlewareHandler => {
  const { proxy, metricsKey } = entry;
  const admitByKey = createAdmitByKey(entry);
  return async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (isScraper(c, metricsKey)) return next();
    const isProxied = proxy !== undefined && isForProxy(c, proxy);
    const admitted = isProxied ? admitByProxy(c, proxy) : await admitByKey(c);
    if (admitted instanceof Response) return admitted;
    const refusal = refusalOf(c, admitted.origin);
    if (refusal !== undefined) return c.text(refusal, 403);
    if (admitted.person !== undefined) c.set('person', admitted.person);
    c.set('root', admitted.root);
    return next();
  };
};
