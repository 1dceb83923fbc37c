import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { frame } from '../pages/layout.ts';
import { html, type Markup } from '../pictures/html.ts';
import { type Admission, cookieName, type Entry, hostOf, isBelow, isLocal, isSecret } from './entry.ts';

/**
 * What a person without access gets. The page loads nothing, because nothing is served without access.
 * @param address of the page that was asked for, if it is one. Browsers send the cookie with a link of this page, but not with
 * one of another site.
 */
const refusedPage = (address: string | undefined): Markup =>
  frame(
    'No access · Headroom',
    '',
    html`<body>
<main><h1>No access</h1>
<p>Open the address that the command printed; it contains <code>?key=</code> and a key. It lets in one browser, and is new each time the dashboard starts.</p>
${address === undefined ? '' : html`<p>If this browser has opened that address before: <a href="${address}">continue</a>.</p>\n`}</main>
</body>`,
  );

/** Address of a request without the key. It is whole, so that a path such as `//elsewhere` leads to no other host. */
const withoutKey = (c: Context): string => {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.delete('key');
  const query = searchParams.toString();
  return `http://${hostOf(c)}${pathname}${query === '' ? '' : `?${query}`}`;
};

/** Leads to the page without the key, so that no page has it in its address. */
const redirected = (c: Context): Response => {
  c.header('referrer-policy', 'no-referrer');
  return c.redirect(withoutKey(c), 303);
};

const isRead = (c: Context): boolean => c.req.method === 'GET' || c.req.method === 'HEAD';

/** @param isPage whether the path is that of a page: no other answer may name it */
const refused = (c: Context, isPage: boolean): Promise<Response> | Response => {
  c.header('referrer-policy', 'no-referrer');
  return c.html(refusedPage(isPage && isRead(c) ? withoutKey(c) : undefined), 403);
};

/**
 * Lets in the browser that opened the printed address. Its key is exchanged once, for a cookie with a value of its own. Browsers
 * send a cookie to every port of a host, so this one is for the path of the pages alone, which no other server knows.
 */
export const createAdmitByKey = ({ path, key, session }: Entry): ((c: Context) => Admission | Promise<Response>) => {
  let isUsed = false;
  return (c) => {
    const host = hostOf(c);
    if (!isLocal(host)) return c.text('This dashboard answers for 127.0.0.1 and localhost only.\n', 421);
    if (!isBelow(path, new URL(c.req.url).pathname)) return refused(c, false);
    const inAddress = isRead(c) ? c.req.query('key') : undefined;
    if (isSecret(getCookie(c, cookieName), session))
      return inAddress === undefined ? { origin: `http://${host}`, root: path } : redirected(c);
    if (isUsed || c.req.method !== 'GET' || !isSecret(inAddress, key)) return refused(c, true);
    isUsed = true;
    c.header('set-cookie', `${cookieName}=${session}; Path=${path}/; HttpOnly; SameSite=Strict`);
    return redirected(c);
  };
};
