import type { AuditRecord } from '../../core/audit/audit.ts';
import { auditedText } from '../../core/audit/audited-text.ts';
import { holderText } from '../../core/audit/holder-text.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table, time } from './layout.ts';

/** Writes, newest first. */
export const auditTable = (records: readonly AuditRecord[]): Markup =>
  table(
    'Writes to the platform',
    ['time', 'run', 'change', 'project', 'service', 'before → after', 'status', 'requester'],
    records.map(({ at, runId, kind, project, service, endpointName, before, after, status, trigger }) => [
      time(at),
      html`<a href="/runs/${encodeURIComponent(runId)}">${runId}</a>`,
      kind,
      project,
      service === '' ? endpointName : serviceLink(project, service),
      `${auditedText(before)} → ${auditedText(after)}`,
      status,
      holderText(trigger.by || trigger.kind),
    ]),
  );

/** What a check of the hash chain found; null: it was not asked for. */
export type Checked = { readonly ok: string } | { readonly error: string } | null;

const verification = (checked: Checked): Markup => {
  if (checked === null) return html`<p><a href="/audit?verify=1">Verify the whole chain</a></p>`;
  return 'ok' in checked
    ? html`<p class="calm">Verified: ${checked.ok}</p>`
    : html`<p class="warning">Not verified: ${checked.error}</p>`;
};

export const audit = (records: readonly AuditRecord[], isCut: boolean, checked: Checked): Markup =>
  html`${verification(checked)}<p>${records.length} writes${isCut ? ', the newest; headroom audit lists all' : ''}</p>${auditTable(records)}`;
