import type { Finding } from '../../core/model/decision.ts';
import { type Severity, severities, severityOf } from '../../core/model/findings/findings.ts';
import { amounts, grouped } from '../../core/model/visible-text.ts';
import { type FindingGroup, findingGroups } from '../facts/finding-groups.ts';
import { html, type Markup } from '../pictures/html.ts';
import { inAddress, serviceCell, subjectCell } from './layout.ts';
import { chip, tiles } from './parts.ts';
import { table } from './tables.ts';

/** Findings of one action that the page lists at once; `?code=` shows more. */
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

/** Services of one action: by name alone if nothing else differs, else with what was found. */
const rowsOf = ({ code, found }: FindingGroup, most: number, hasPage: HasPage): Markup | string => {
  const cellOf = ({ project, service }: Finding) =>
    (hasPage(project, service) ? serviceCell : subjectCell)(project, service);
  // A finding of the whole organization has no place.
  const shown = found.slice(0, most).filter(({ finding, text }) => finding.project !== '' || text !== '');
  if (shown.every(({ text }) => text === ''))
    return html`<ul class="many">${shown.map(({ finding }) => html`<li>${cellOf(finding)}</li>`)}</ul>`;
  return table(
    code,
    ['service', 'finding'],
    shown.map(({ finding, text }) => [cellOf(finding), amounts(text)]),
  );
};

const group = (entry: FindingGroup, most: number, hasPage: HasPage): Markup => {
  const { code, action, found } = entry;
  const rest = found.length - most;
  const more = rest > 0 ? html`<p><a href="/findings?code=${inAddress(code)}">${grouped(rest)} more</a></p>` : '';
  return html`<section class="card" id="${code}"><h2>${grouped(found.length)} × ${code} ${severityChip(severityOf(code))}</h2>${action === '' ? '' : html`<p><b>${amounts(action)}</b></p>`}${rowsOf(entry, most, hasPage)}${more}</section>`;
};

const counts = (all: readonly Finding[]): Markup =>
  tiles(
    severities.map((severity) => ({
      label: `${severity}s`,
      value: String(all.filter(({ code }) => severityOf(code) === severity).length),
    })),
  );

/** Findings with the same action together: the most severe first, and of these the most frequent. */
export const findings = (all: readonly Finding[], code: string, hasPage: HasPage): Markup => {
  const groups = findingGroups(code === '' ? all : all.filter((finding) => finding.code === code));
  if (groups.length === 0)
    return html`<section class="card"><p class="empty">No findings${code === '' ? '' : ` with code ${code}`}.</p></section>`;
  const part = groups.map((entry) => group(entry, code === '' ? shownOfOne : shownOfCode, hasPage));
  return code === '' ? html`${counts(all)}${part}` : html`<p><a href="/findings">All findings</a></p>${part}`;
};
