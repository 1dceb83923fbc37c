import { severities, severityOf } from '../../core/findings/finding-codes.ts';
import type { Finding } from '../../core/model/decision.ts';
import { groupBy } from '../../core/model/grouping.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table } from './layout.ts';

/** Findings of one code that the page lists at once; `?code=` shows more. */
const shownOfOne = 20;
const shownOfCode = 1000;

const group = (code: string, found: readonly Finding[], most: number): Markup => {
  const rows = found
    .slice(0, most)
    .map(({ project, service, message }) => [project, service === '' ? '' : serviceLink(project, service), message]);
  const rest = found.length - most;
  const more = rest > 0 ? html`<p><a href="/findings?code=${encodeURIComponent(code)}">${rest} more</a></p>` : '';
  return html`<section id="${code}"><h2>${code}: ${found.length} <span class="severity ${severityOf(code)}">${severityOf(code)}</span></h2>${table(code, ['project', 'service', 'finding'], rows)}${more}</section>`;
};

const rankOf = (code: string): number => severities.indexOf(severityOf(code));

/** Findings by cause: the most severe first, and of these the most frequent. */
export const findings = (all: readonly Finding[], code: string): Markup => {
  const groups = [...groupBy(all, (finding) => finding.code)]
    .filter(([name]) => code === '' || name === code)
    .sort(([one, a], [other, b]) => rankOf(one) - rankOf(other) || b.length - a.length);
  if (groups.length === 0) return html`<p class="empty">No findings${code === '' ? '' : ` with code ${code}`}.</p>`;
  return html`${groups.map(([name, found]) => group(name, found, code === '' ? shownOfOne : shownOfCode))}`;
};
