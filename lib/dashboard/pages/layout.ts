import { html, type Markup } from '../pictures/html.ts';

/** Pages of the navigation, by path. */
const places = [
  ['/', 'Overview'],
  ['/services', 'Services'],
  ['/budgets', 'Budgets'],
  ['/runs', 'Runs'],
  ['/findings', 'Findings'],
  ['/audit', 'Audit'],
  ['/policy', 'Policy'],
] as const;

export interface Page {
  readonly title: string;
  /** Path of the navigation's entry that is current. */
  readonly at: string;
  /** State of the store that the page shows: a live page asks for a newer one. */
  readonly stamp: string;
  readonly main: Markup;
}

/** A whole page. It works without scripts; with them it follows the runs. */
export const layout = ({ title, at, stamp, main }: Page): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Headroom</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
<script src="/assets/live.js" defer></script>
<script src="/assets/slider.js" defer></script>
</head>
<body data-stamp="${stamp}">
<a class="skip" href="#main">Skip to the content</a>
<header><strong>Headroom</strong><nav aria-label="Pages"><ul>${places.map(
  ([path, name]) => html`<li><a href="${path}"${path === at ? html` aria-current="page"` : ''}>${name}</a></li>`,
)}</ul></nav><p class="live" role="status" aria-live="polite"></p></header>
<main id="main"><h1>${title}</h1>${main}</main>
</body>
</html>
`;

/** A table with its name for screen readers; scrolls by itself on narrow screens. */
export const table = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly (Markup | string)[])[],
): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head.map(
    (name) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;

/** A time for people, with the exact one beside it. */
export const time = (iso: string | null): Markup | string =>
  iso === null ? '' : html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')}</time>`;

/** A name as part of an address. Half a surrogate pair, which no address can have, is replaced. */
export const inAddress = (name: string): string => encodeURIComponent(name.toWellFormed());

export const serviceLink = (project: string, service: string): Markup =>
  html`<a href="/services/${inAddress(project)}/${inAddress(service)}">${service}</a>`;
