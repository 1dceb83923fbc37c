import { type Severity, severities, severityOf } from '../../core/findings/finding-codes.ts';
import type { Finding } from '../../core/model/decision.ts';
import { groupBy } from '../../core/model/grouping.ts';
import { grouped } from '../../core/model/visible-text.ts';
import { html, type Markup } from '../pictures/html.ts';
import { inAddress, serviceCell, subjectCell } from './layout.ts';
import { chip, tiles } from './parts.ts';
import { table } from './tables.ts';

/** Findings of one code that the page lists at once; `?code=` shows more. */
const shownOfOne = 20;
const shownOfCode = 1000;

const looks: Readonly<Record<Severity, readonly [tone: string, mark: '' | 'alert']>> = {
  error: ['notyet', 'alert'],
  warning: ['optedout', ''],
  notice: ['impossible', ''],
};

const severityChip = (severity: Severity): Markup => chip(looks[severity][0], severity, looks[severity][1]);

/** Whether a service has a page. */
type HasPage = (project: string, service: string) => boolean;

const group = (code: string, found: readonly Finding[], most: number, hasPage: HasPage): Markup => {
  const rows = found.slice(0, most).map(({ project, service, message }) => {
    const cell = hasPage(project, service) ? serviceCell : subjectCell;
    return [cell(project, service), message];
  });
  const rest = found.length - most;
  const more = rest > 0 ? html`<p><a href="/findings?code=${inAddress(code)}">${grouped(rest)} more</a></p>` : '';
  return html`<section class="card" id="${code}"><h2>${code}: ${grouped(found.length)} ${severityChip(severityOf(code))}</h2>${table(code, ['service', 'finding'], rows)}${more}</section>`;
};

const rankOf = (code: string): number => severities.indexOf(severityOf(code));

const counts = (all: readonly Finding[]): Markup =>
  tiles(
    severities.map((severity) => ({
      label: `${severity}s`,
      value: String(all.filter(({ code }) => severityOf(code) === severity).length),
      detail: severityChip(severity),
    })),
  );

/** Findings by cause: the most severe first, and of these the most frequent. */
export const findings = (all: readonly Finding[], code: string, hasPage: HasPage): Markup => {
  const groups = [...groupBy(all, (finding) => finding.code)]
    .filter(([name]) => code === '' || name === code)
    .sort(([one, a], [other, b]) => rankOf(one) - rankOf(other) || b.length - a.length);
  if (groups.length === 0)
    return html`<section class="card"><p class="empty">No findings${code === '' ? '' : ` with code ${code}`}.</p></section>`;
  const part = groups.map(([name, found]) => group(name, found, code === '' ? shownOfOne : shownOfCode, hasPage));
  return code === '' ? html`${counts(all)}${part}` : html`<p><a href="/findings">All findings</a></p>${part}`;
};
