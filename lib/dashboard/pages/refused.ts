import { html, type Markup } from '../pictures/html.ts';
import { frame } from './layout.ts';

/**
 * What a person without access gets. The page loads nothing, because nothing is served without access.
 * @param address of the page that was asked for, if it is one. Browsers send the cookie with a link of this page, but not with
 * one of another site.
 */
export const refusedPage = (address: string | undefined): Markup =>
  frame(
    'No access · Headroom',
    '',
    html`<body>
<main><h1>No access</h1>
<p>Open the address that the command printed; it contains <code>?key=</code> and a key. It lets in one browser, and is new each time the dashboard starts.</p>
${address === undefined ? '' : html`<p>If this browser has opened that address before: <a href="${address}">continue</a>.</p>\n`}</main>
</body>`,
  );
