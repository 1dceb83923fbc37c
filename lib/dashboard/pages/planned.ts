import type { Change } from '../../core/change/change.ts';
import { type ChangedService, changedServices } from '../../core/change/changed-services.ts';
import { groupBy } from '../../core/model/grouping.ts';
import { grouped, signedGb } from '../../core/model/visible-text.ts';
import { monthlyText } from '../../core/plan/line.ts';
import type { Summary } from '../../core/plan/plan-result.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceCell, subjectCell } from './layout.ts';
import type { Tile } from './parts.ts';
import { table } from './tables.ts';

/** Services that one group lists; the rest is counted. */
const mostServices = 100;

/** What a table leaves out, and the command that lists all of it. */
export const rest = (count: number, most: number, command: string): Markup | string =>
  count > most ? html`<p>${grouped(count - most)} more: <code>${command}</code> lists all.</p>` : '';

/** Actions in the order of a plan's last line; all others follow. */
const order = ['enable', 'raise', 'lower', 'disable'];
const rankOf = (action: string): number => (order.includes(action) ? order.indexOf(action) : order.length);

/** What a plan does, in numbers. */
export const summaryTiles = ({ enable, raise, lower, disable, netGb, netMonthly, currency }: Summary): Tile[] => [
  ...Object.entries({ enable, raise, lower, disable }).map(([action, count]) => ({
    label: `to ${action}`,
    value: String(count),
  })),
  {
    label: 'net',
    value: html`${grouped(signedGb(netGb))} <small>GB</small>`,
    detail:
      netMonthly === null ? '' : `${grouped(monthlyText(netMonthly, currency))} if every disk grows to its maximum`,
  },
];

const maximumOf = ({ maximum }: ChangedService): Markup | string => {
  const [before, after] = grouped(maximum).split(' → ');
  return after === undefined
    ? html`<span class="change">${before}</span>`
    : html`<span class="change">${before} → <b>${after}</b></span>`;
};

const why = ({ reason }: ChangedService): Markup | string =>
  reason === '' ? '' : html`<details class="why"><summary>why</summary><p>${reason}</p></details>`;

/** Services that are changed alike. */
const group = ([action, services]: readonly [string, readonly ChangedService[]], command: string): Markup => {
  const gb = services.reduce((sum, service) => sum + service.gb, 0);
  const rows = services
    .slice(0, mostServices)
    .map((service) => [
      (service.isLeftOver ? subjectCell : serviceCell)(service.project, service.service),
      maximumOf(service),
      service.rule,
      why(service),
    ]);
  const head = ['service', 'maximum GB', 'rule', 'reason'];
  return html`<details open><summary><b>${grouped(services.length)} × ${action}</b>${gb === 0 ? '' : ` (${grouped(signedGb(gb))} GB)`}</summary>${table(action, head, rows)}${rest(services.length, mostServices, command)}</details>`;
};

/**
 * The changes of a plan by what they do to a service, as `headroom plan` names them: from, to, rule, why.
 * @param command lists all changes
 */
export const planned = (changes: readonly Change[], command: string): Markup => {
  const groups = [...groupBy(changedServices(changes), ({ action }) => action)];
  if (groups.length === 0) return html`<p class="empty">No change.</p>`;
  return html`${groups.sort(([a], [b]) => rankOf(a) - rankOf(b)).map((entry) => group(entry, command))}`;
};
