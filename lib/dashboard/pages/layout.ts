import { raw } from 'hono/html';
import { html, type Markup } from '../pictures/html.ts';

/** Pages of the navigation, by path. */
const entries = [
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
  /** What the title belongs to, such as the project of a service; shown before it. */
  readonly above?: string;
  /** Path of the navigation's entry that is current. */
  readonly at: string;
  /** State of the store that the page shows: a live page asks for a newer one. */
  readonly stamp: string;
  readonly main: Markup;
}

const heading = ({ title, above }: Page): Markup =>
  html`<h1>${above === undefined ? '' : html`<small>${above}/</small>`}${title}</h1>`;

/**
 * What every document has.
 * @param links what its head loads
 */
export const frame = (title: string, links: Markup | string, body: Markup): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${links}</head>
${body}
</html>
`;

const links = html`<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
<script src="/assets/live.js" defer></script>
`;

/** A whole page. It works without scripts; with them it follows the runs. */
export const layout = (page: Page): Markup =>
  frame(
    `${page.title} · Headroom`,
    links,
    html`<body data-stamp="${page.stamp}">
<a class="skip" href="#main">Skip to the content</a>
<header><span class="brand"><img src="/assets/icon.svg" alt="">Headroom</span><nav aria-label="Pages"><ul>${entries.map(
      ([path, name]) =>
        html`<li><a href="${path}"${path === page.at ? html` aria-current="page"` : ''}>${name}</a></li>`,
    )}</ul></nav><p class="live" role="status" aria-live="polite"></p></header>
<main id="main" tabindex="-1">${heading(page)}${page.main}</main>
</body>`,
  );

/**
 * A document in one file, which loads nothing and runs nothing.
 * @param style the style of the pages
 */
export const documentInFile = (title: string, style: string, content: Markup): string => {
  const inside = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${raw(style)}</style>
`;
  return String(frame(title, inside, html`<body>\n<main><h1>${title}</h1>${content}</main>\n</body>`));
};

/** A time for people, with the exact one on demand; assets/live.js adds how long ago it was. */
export const time = (iso: string | null): Markup | string =>
  iso === null ? '' : html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 16).replace('T', ' ')}</time>`;

/** A name as part of an address. Half a surrogate pair, which no address can have, is replaced. */
export const inAddress = (name: string): string => encodeURIComponent(name.toWellFormed());

/**
 * A link to the page of a service. The page of a name that is too long for an address does not exist, so there is no link.
 * @param text default: the name of the service
 */
const serviceLink = (project: string, service: string, text = service): Markup => {
  const path = `/services/${inAddress(project)}/${inAddress(service)}`;
  return path.length > longestPath ? html`${text}` : html`<a href="${path}">${text}</a>`;
};

/** Servers and browsers accept this much of an address. */
const longestPath = 2000;

/** A service with its project, in one cell of a table. */
export const serviceCell = (project: string, service: string): Markup =>
  html`<span class="name">${service === '' ? '' : serviceLink(project, service)} <small>${project}</small></span>`;

/** What is no service of its project, such as an endpoint that a deleted service left behind: it has no page. */
export const subjectCell = (project: string, subject: string): Markup =>
  html`<span class="name">${subject} <small>${project}</small></span>`;

/** The moment that the name of a run begins with, for people; another name as it is. */
export const runName = (runId: string): string => {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(runId) ?? [];
  return day === undefined ? runId : `${day} ${hour}:${minute}:${second}`;
};

/** A run by its moment. */
export const runLink = (runId: string, text: Markup | string = runName(runId)): Markup => {
  const path = `/runs/${inAddress(runId)}`;
  return path.length > longestPath ? html`${text}` : html`<a href="${path}" title="${runId}">${text}</a>`;
};
