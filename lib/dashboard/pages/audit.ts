import { type AuditRecord, type AuditStatus, auditedText } from '../../core/audit/audit.ts';
import { requesterText } from '../../core/audit/holder-text.ts';
import { amounts, counted, grouped } from '../../core/model/visible-text.ts';
import { html, type Markup } from '../pictures/html.ts';
import { field, filters } from './filters.ts';
import { runLink, serviceCell, subjectCell, time } from './layout.ts';
import { chip } from './parts.ts';
import { table } from './tables.ts';

const looks: Readonly<Record<AuditStatus, readonly [tone: string, mark: '' | 'alert']>> = {
  confirmed: ['ours', ''],
  unconfirmed: ['optedout', 'alert'],
  failed: ['notyet', 'alert'],
  unknown: ['notyet', 'alert'],
  damaged: ['notyet', 'alert'],
};

/** The rule in short, and every reason to unfold; an error of the platform is no reason, but the first thing to read. */
const why = ({ rule, reason, error }: AuditRecord): Markup | string => {
  const all = [error, reason].filter((text) => text !== null && text !== '').join(' ');
  const short = rule === '' ? 'why' : rule;
  return all === '' ? rule : html`<details class="why"><summary>${short}</summary><p>${amounts(all)}</p></details>`;
};

/** What a write was about. */
export const writtenCell = ({ project, service, endpointName }: AuditRecord): Markup =>
  service === '' ? subjectCell(project, endpointName) : serviceCell(project, service);

/** Writes, newest first. */
const auditTable = (records: readonly AuditRecord[]): Markup | string =>
  table(
    'Writes to the platform',
    ['service', 'change', 'before → after', 'status', 'why', 'time', 'requester'],
    records.map((record) => [
      writtenCell(record),
      record.kind,
      html`<span class="change">${auditedText(record.before)} → <b>${auditedText(record.after)}</b></span>`,
      chip(looks[record.status][0], record.status, looks[record.status][1]),
      why(record),
      runLink(record.runId, time(record.at)),
      requesterText(record),
    ]),
  );

/** What a check of the hash chain found, and when; null: none was asked for since the pages are served. */
export type Checked = { readonly at: string; readonly ok: boolean; readonly text: string } | null;

const verification = (checked: Checked): Markup => {
  const verifyLink = html`<p><a href="/audit?verify=1">Verify the whole chain ${checked === null ? '' : 'again'}</a></p>`;
  if (checked === null) return html`<p>${chip('impossible', 'not verified yet')}</p>${verifyLink}`;
  const { at, ok, text } = checked;
  const state = ok ? chip('exempt', 'verified') : chip('notyet', 'not verified', 'alert');
  const finding = ok
    ? html`<span class="calm">Verified: ${text}</span>`
    : html`<span class="warning">Not verified: ${text}</span>`;
  return html`<p>${state} ${finding} ${time(at)}</p>${verifyLink}`;
};

/** Writes as the audit has them. */
export interface Writes {
  readonly records: readonly AuditRecord[];
  /** Older ones may exist. */
  readonly isCut: boolean;
  /** Why the rest could not be read; null: it could. */
  readonly problem: string | null;
}

/** Why writes are missing. */
export const writesProblem = ({ problem }: Writes): Markup | string =>
  problem === null ? '' : html`<p class="warning">The audit cannot be read further: ${problem}</p>`;

/**
 * Writes, and why some are missing.
 * @param none what to say without any
 */
export const writesPart = (found: Writes, none: string): Markup =>
  found.records.length === 0 && found.problem === null
    ? html`<p class="empty">${none}</p>`
    : html`${writesProblem(found)}${auditTable(found.records)}`;

/** What a reader searches for; empty texts match every write. */
interface AuditSearch {
  readonly search: string;
  readonly who: string;
}

const form = ({ search, who }: AuditSearch, { records }: Writes): Markup =>
  filters('/audit', [
    field('Search', 'search', search, { hint: 'service, change or reason' }),
    field('Who', 'who', who, { names: [...new Set(records.map(requesterText))].sort(), hint: 'requester or approver' }),
  ]);

/** Whether a write is searched for: each text is part of what the page shows of it. */
export const matchesSearch = ({ search, who }: AuditSearch): ((record: AuditRecord) => boolean) => {
  const [text, person] = [search.toLowerCase(), who.toLowerCase()];
  return (record) => {
    const { project, service, endpointName, kind, status, rule, reason } = record;
    const about = [`${project}/${service}`, endpointName, kind, status, rule, reason].join(' ').toLowerCase();
    return about.includes(text) && requesterText(record).toLowerCase().includes(person);
  };
};

export const audit = (found: Writes, checked: Checked, asked: AuditSearch): Markup => {
  const { records, isCut, problem } = found;
  const isAsked = asked.search !== '' || asked.who !== '';
  const cut = isCut && problem === null ? html`, of the newest; <code>headroom audit</code> searches all` : '';
  const none = isAsked ? 'No write matches.' : 'Headroom has written nothing yet.';
  const chain = html`<section class="card"><h2>Hash chain</h2>${verification(checked)}</section>`;
  return html`${chain}<section class="card">${form(asked, found)}<h2>${grouped(counted(records.length, 'write'))}${cut}</h2>${writesPart(found, none)}</section>`;
};
