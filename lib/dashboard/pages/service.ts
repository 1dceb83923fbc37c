import type { Forecast } from '../../core/forecast/forecast.ts';
import { cents } from '../../core/model/money.ts';
import { grouped } from '../../core/model/visible-text.ts';
import type { Growth } from '../facts/growth.ts';
import type { ServiceRow } from '../facts/service-rows.ts';
import { amountText } from '../pictures/curves.ts';
import { type GrowthPicture, growthPicture } from '../pictures/growth.ts';
import { html, type Markup } from '../pictures/html.ts';
import { daysLeft } from '../pictures/sparkline.ts';
import { auditTable, type Writes, writesProblem } from './audit.ts';
import { type Tile, tiles } from './parts.ts';
import { stateChip } from './services.ts';

/** From the same forecast as the curve below; what the latest run found counts where it found more. */
const daysTile = ({ isReached, maximumGb }: ServiceRow, forecast: Forecast): Tile => {
  const label = 'days to the maximum';
  if (isReached) return { label, value: 'reached', detail: 'as the latest run found it' };
  if (maximumGb === null) return { label, value: 'no autoscaler', detail: 'so no maximum to reach' };
  if (forecast.kind === 'unknown') return { label, value: 'unknown', detail: forecast.why };
  const { limitGb, daysToMaximum, soonestDaysToMaximum } = forecast;
  if (limitGb === null) return { label, value: 'unknown', detail: 'the size of its plan is not known' };
  if (forecast.isReached) return { label, value: 'reached', detail: 'by the last reading' };
  return soonestDaysToMaximum === null
    ? { label, value: 'not near', detail: 'by its forecast' }
    : { label, value: daysLeft(soonestDaysToMaximum, daysToMaximum) };
};

const useTile = ({ used, maximumGb }: GrowthPicture): Tile[] => {
  const now = used.at(-1);
  if (now === undefined) return [];
  const detail = maximumGb === null ? '' : `largest disk ${amountText(maximumGb)} GB`;
  return [{ label: 'used', value: html`${amountText(now.gb)} <small>GB</small>`, detail }];
};

const numbers = (row: ServiceRow, { picture, forecast }: Growth): Markup => {
  const { decision, share, maximumGb } = row;
  const wanted = decision.maxAdditionalGb;
  return tiles([
    { label: 'state', value: stateChip(row) },
    {
      label: 'maximum, additional storage',
      value: maximumGb === null ? 'none' : html`${grouped(maximumGb)} <small>GB</small>`,
      ...(wanted !== undefined && wanted !== maximumGb && { detail: `${wanted} GB wanted` }),
    },
    ...useTile(picture),
    daysTile(row, forecast),
    ...(share === null
      ? []
      : [
          {
            label: `a month, of ${share.budget}`,
            value: html`${share.monthly === null ? '?' : grouped(cents(share.monthly))} <small>${share.currency}</small>`,
            detail: `${share.gb} GB`,
          },
        ]),
  ]);
};

/** Why the service has what it has: each reason modifies the ones before. */
const chain = ({ decision, share }: ServiceRow): Markup => {
  const reasons = decision.reasons.map(({ source, text }) => html`<li><b>${source}</b> ${text}</li>`);
  // A decision that its budget changed says so itself.
  const isSaid = share === null || decision.reasons.some(({ source }) => source === 'budget');
  const ofBudget = isSaid ? '' : html`<li><b>budget</b> ${share.reason}</li>`;
  return html`<ol class="chain">${reasons}${ofBudget}</ol>`;
};

const facts = ({ decision: { effect, rule } }: ServiceRow, owner: string): Markup => {
  const entries = [
    ['Effect', effect],
    ['Rule', rule],
    // Without a tag that names one, the owner is the rule.
    ['Owner', owner === rule ? '' : owner],
  ].filter(([, value]) => value !== '');
  return html`<dl>${entries.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
};

const findings = ({ findings: found }: ServiceRow): Markup | string =>
  found.length === 0
    ? ''
    : html`<section class="card"><h2>Findings</h2><ul>${found.map(({ code, message }) => html`<li><b>${code}</b> ${message}</li>`)}</ul></section>`;

/** The chain of causes as `headroom explain --stored` shows it, with the state that the latest run found. */
const whole = (lines: readonly string[]): Markup | string =>
  lines.length === 0
    ? ''
    : html`<details><summary>Everything that the latest run considered</summary><pre tabindex="0">${lines.map((line) => html`${line}\n`)}</pre></details>`;

/** What the page of a service shows besides its row. */
interface ServiceFacts extends Growth {
  readonly owner: string;
  readonly found: Writes;
  readonly lines: readonly string[];
}

/** One service: its numbers, its growth, its decision, its writes. */
export const service = (row: ServiceRow, { picture, forecast, owner, found, lines }: ServiceFacts): Markup => {
  const writes =
    found.records.length === 0 && found.problem === null
      ? html`<p class="empty">Headroom has written nothing to this service in the latest runs.</p>`
      : html`${writesProblem(found)}${auditTable(found.records)}`;
  return html`${numbers(row, { picture, forecast })}<section class="card"><h2>Growth</h2>${growthPicture(picture)}</section><section class="card"><h2>Decision</h2>${facts(row, owner)}${chain(row)}${whole(lines)}</section>${findings(row)}<section class="card"><h2>Writes</h2>${writes}</section>`;
};
