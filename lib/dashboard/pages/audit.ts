import type { AuditedState, AuditRecord } from '../../core/audit/audit.ts';
import { holderText } from '../../core/audit/holder-text.ts';
import { endpointText } from '../../core/change/maximum-text.ts';
import { optionValueText } from '../../core/model/search-configuration.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table, time } from './layout.ts';

/** A state before or after a write. */
export const auditedText = (state: AuditedState): string => {
  switch (state?.kind) {
    case undefined:
      return 'none';
    case 'endpoint':
      return endpointText(state);
    case 'integration':
      return 'integrated';
    case 'manager':
      return state.by === 'headroom' ? 'managed by Headroom' : 'made by hand';
    case 'search-configuration':
      return Object.entries(state.options)
        .map(([path, value]) => `${path}: ${optionValueText(value)}`)
        .join(', ');
  }
};

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
