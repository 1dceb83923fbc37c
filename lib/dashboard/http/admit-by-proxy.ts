import type { Context } from 'hono';
import { type Admission, hostOf, isLocal, isSecret, type TrustedProxy } from './entry.ts';

/** Header in which a proxy proves itself. */
const secretHeader = 'x-headroom-proxy-secret';

/** One name of printable characters. A comma joins the values of a header that was sent twice. */
const oneName = /^[!-+\--~](?:[ -+\--~]{0,198}[!-+\--~])?$/;

const publicHost = ({ publicOrigin }: TrustedProxy): string => new URL(publicOrigin).host;

/** Whether a request is for the proxy to bring: it says so, or it names the public address. */
export const isForProxy = (c: Context, proxy: TrustedProxy): boolean =>
  c.req.header(secretHeader) !== undefined || hostOf(c) === publicHost(proxy);

/** Lets in whom the proxy has signed in. */
export const admitByProxy = (c: Context, proxy: TrustedProxy): Admission => {
  const host = hostOf(c);
  const { publicOrigin, identityHeader, secret } = proxy;
  if (!isSecret(c.req.header(secretHeader), secret))
    return c.text(`The proxy must send HEADROOM_PROXY_SECRET as ${secretHeader}.\n`, 403);
  // The proxy may keep the name or replace it by this machine's.
  if (!isLocal(host) && host !== publicHost(proxy)) return c.text(`This dashboard answers for ${publicOrigin}.\n`, 421);
  const person = c.req.header(identityHeader)?.trim() ?? '';
  if (!oneName.test(person)) return c.text(`The proxy must name who is signed in as ${identityHeader}.\n`, 403);
  return { origin: publicOrigin, person };
};
