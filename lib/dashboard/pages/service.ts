import type { AuditRecord } from '../../core/audit/audit.ts';
import { cents } from '../../core/model/money.ts';
import { type ServiceRow, stateText } from '../facts/service-rows.ts';
import { type GrowthPicture, growthPicture } from '../pictures/growth.ts';
import { html, type Markup } from '../pictures/html.ts';
import { auditTable } from './audit.ts';

const facts = (row: ServiceRow): Markup => {
  const { decision, share, days, soonestDays } = row;
  const entries = [
    ['State', stateText(row)],
    ['Effect', decision.effect],
    ['Rule', decision.rule],
    ['Maximum', row.maximumGb === null ? 'none' : `${row.maximumGb} GB of additional storage`],
    ['Wanted maximum', decision.maxAdditionalGb === undefined ? '' : `${decision.maxAdditionalGb} GB`],
    [
      'Budget',
      share === null
        ? ''
        : `${share.budget}: ${share.gb} GB, ${share.monthly === null ? '?' : cents(share.monthly)} ${share.currency} a month`,
    ],
    ['Days to the maximum, as the run found it', days === null ? '' : `${days} (soonest ${soonestDays ?? days})`],
  ].filter(([, value]) => value !== '');
  return html`<dl>${entries.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
};

/** Why the service has what it has: each reason modifies the ones before. */
const chain = ({ decision, share }: ServiceRow): Markup => {
  const reasons = decision.reasons.map(({ source, text }) => html`<li><b>${source}</b> ${text}</li>`);
  // A decision that its budget changed says so itself.
  const isSaid = share === null || decision.reasons.some(({ source }) => source === 'budget');
  const ofBudget = isSaid ? '' : html`<li><b>budget</b> ${share.reason}</li>`;
  return html`<ol class="chain">${reasons}${ofBudget}</ol>`;
};

const findings = ({ findings: found }: ServiceRow): Markup | string =>
  found.length === 0
    ? ''
    : html`<section><h2>Findings</h2><ul>${found.map(({ code, message }) => html`<li><b>${code}</b> ${message}</li>`)}</ul></section>`;

/** The chain of causes as `headroom explain --stored` shows it, with the state that the latest run found. */
const whole = (lines: readonly string[]): Markup | string =>
  lines.length === 0
    ? ''
    : html`<details><summary>Everything that the latest run considered</summary><pre tabindex="0">${lines.map((line) => html`${line}\n`)}</pre></details>`;

/** One service: its growth, its decision, its writes. */
export const service = (
  row: ServiceRow,
  picture: GrowthPicture,
  records: readonly AuditRecord[],
  lines: readonly string[],
): Markup =>
  html`<section><h2>Growth</h2>${growthPicture(picture)}</section><section><h2>Decision</h2>${facts(row)}${chain(row)}${whole(lines)}</section>${findings(row)}<section><h2>Writes</h2>${records.length === 0 ? html`<p class="empty">Headroom has written nothing to this service in the latest runs.</p>` : auditTable(records)}</section>`;
