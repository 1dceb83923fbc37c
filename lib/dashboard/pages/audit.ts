import type { AuditRecord, AuditStatus } from '../../core/audit/audit.ts';
import { auditedText } from '../../core/audit/audited-text.ts';
import { requesterText } from '../../core/audit/requester-text.ts';
import { counted } from '../../core/model/visible-text.ts';
import { html, type Markup } from '../pictures/html.ts';
import { runLink, serviceCell, subjectCell, time } from './layout.ts';
import { chip } from './parts.ts';
import { table } from './tables.ts';

const looks: Readonly<Record<AuditStatus, readonly [tone: string, mark: '' | 'alert']>> = {
  confirmed: ['ours', ''],
  unconfirmed: ['optedout', 'alert'],
  failed: ['notyet', 'alert'],
  unknown: ['notyet', 'alert'],
};

/** Writes, newest first. */
export const auditTable = (records: readonly AuditRecord[]): Markup =>
  table(
    'Writes to the platform',
    ['service', 'change', 'before → after', 'status', 'time', 'run', 'requester'],
    records.map((record) => [
      record.service === ''
        ? subjectCell(record.project, record.endpointName)
        : serviceCell(record.project, record.service),
      record.kind,
      html`<span class="change">${auditedText(record.before)} → <b>${auditedText(record.after)}</b></span>`,
      chip(looks[record.status][0], record.status, looks[record.status][1]),
      time(record.at),
      runLink(record.runId),
      requesterText(record),
    ]),
  );

/** What a check of the hash chain found, and when; null: none was asked for since the pages are served. */
export type Checked = { readonly at: string; readonly ok: boolean; readonly text: string } | null;

const verification = (checked: Checked): Markup => {
  const again = html`<p><a href="/audit?verify=1">Verify the whole chain ${checked === null ? '' : 'again'}</a></p>`;
  if (checked === null) return html`<p>${chip('impossible', 'not verified yet')}</p>${again}`;
  const { at, ok, text } = checked;
  const state = ok ? chip('exempt', 'verified') : chip('notyet', 'not verified', 'alert');
  const finding = ok
    ? html`<span class="calm">Verified: ${text}</span>`
    : html`<span class="warning">Not verified: ${text}</span>`;
  return html`<p>${state} ${finding} ${time(at)}</p>${again}`;
};

/** Writes as the audit has them. */
export interface Writes {
  readonly records: readonly AuditRecord[];
  readonly isCut: boolean;
  /** Why the rest could not be read; null: it could. */
  readonly problem: string | null;
}

/** Why writes are missing. */
export const writesProblem = ({ problem }: Writes): Markup | string =>
  problem === null ? '' : html`<p class="warning">The audit cannot be read further: ${problem}</p>`;

export const audit = (found: Writes, checked: Checked): Markup => {
  const { records, isCut, problem } = found;
  const cut = isCut && problem === null ? html`, the newest; <code>headroom audit</code> lists all` : '';
  const writes =
    records.length === 0 && problem === null
      ? html`<p class="empty">Headroom has written nothing yet.</p>`
      : html`${writesProblem(found)}${auditTable(records)}`;
  return html`<section class="card"><h2>Hash chain</h2>${verification(checked)}</section><section class="card"><h2>${counted(records.length, 'write')}${cut}</h2>${writes}</section>`;
};
