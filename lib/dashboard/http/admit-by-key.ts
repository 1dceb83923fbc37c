import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { refusedPage } from '../pages/refused.ts';
import { type Admission, hostOf, isLocal, isSecret, portOf } from './entry.ts';

/** Browsers send a cookie to every port of a host, so the name tells dashboards apart. */
const cookieName = (host: string): string => `headroom-${portOf(host)}`;

/** Address of a request without the key. It is whole, so that a path such as `//elsewhere` leads to no other host. */
const withoutKey = (c: Context): string => {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('key');
  const query = searchParams.toString();
  return `http://${hostOf(c)}${pathname}${query === '' ? '' : `?${query}`}`;
};

/** Exchanges the key of an address for a cookie, so that no page has it in its address. */
const exchange = (c: Context, key: string): Response => {
  c.header('set-cookie', `${cookieName(hostOf(c))}=${key}; Path=/; HttpOnly; SameSite=Strict`);
  c.header('referrer-policy', 'no-referrer');
  return c.redirect(withoutKey(c), 303);
};

/** Lets in who has the key: in the cookie, or in the address of a page. */
export const admitByKey = (c: Context, key: string): Admission | Promise<Response> => {
  const host = hostOf(c);
  if (!isLocal(host)) return c.text('This dashboard answers for 127.0.0.1 and localhost only.\n', 421);
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const inAddress = isRead ? c.req.query('key') : undefined;
  if (isSecret(inAddress, key)) return exchange(c, key);
  if (inAddress === undefined && isSecret(getCookie(c, cookieName(host)), key)) return { origin: `http://${host}` };
  c.header('referrer-policy', 'no-referrer');
  return c.html(refusedPage(isRead ? withoutKey(c) : undefined), 403);
};
