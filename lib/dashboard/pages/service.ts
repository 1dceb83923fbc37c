import { cents } from '../../core/model/money.ts';
import { grouped } from '../../core/model/visible-text.ts';
import { ranges } from '../facts/growth.ts';
import type { ServiceRow } from '../facts/service-rows.ts';
import { type GrowthPicture, growthPicture } from '../pictures/growth.ts';
import { html, type Markup } from '../pictures/html.ts';
import { type Writes, writesPart } from './audit.ts';
import { diskCells } from './disks.ts';
import { type Tile, tiles } from './parts.ts';
import { stateChip } from './services.ts';

/** The disk as the last reading found it: use, size, limit and days left. */
const diskTiles = ({ disk }: ServiceRow): Tile[] => {
  if (disk === undefined) return [{ label: 'disk', value: 'unknown' }];
  const [bar, use, size, limit, , days] = diskCells(disk);
  const grows = disk.limitedBy === 'no autoscaler' ? '' : `; the autoscaler acts at ${disk.thresholdPercent} %`;
  return [
    { label: 'used', value: html`${use ?? ''} <small>% of ${size ?? ''} GB</small>`, detail: bar ?? '' },
    {
      label: 'largest disk it reaches',
      value: html`${limit ?? ''} <small>GB</small>`,
      detail: `limited by: ${disk.limitedBy ?? 'unknown'}${grows}`,
    },
    { label: 'days until it is full', value: days ?? '', detail: disk.daysUnknown ?? '' },
  ];
};

const numbers = (row: ServiceRow): Markup => {
  const { decision, share, maximumGb } = row;
  const wanted = decision.maxAdditionalGb;
  return tiles([
    { label: 'state', value: stateChip(row) },
    ...diskTiles(row),
    {
      label: 'maximum, additional storage',
      value: maximumGb === null ? 'none' : html`${grouped(maximumGb)} <small>GB</small>`,
      ...(wanted !== undefined && wanted !== maximumGb && { detail: `${wanted} GB wanted` }),
    },
    ...(share === null
      ? []
      : [
          {
            label: `worst case a month, of ${share.budget}`,
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

/** Without a tag that names one, the owner is the rule, which the reasons name with its effect. */
const ownerOf = ({ owner, decision: { rule } }: ServiceRow): Markup | string =>
  owner === '' || owner === rule ? '' : html`<dl><dt>Owner</dt><dd>${owner}</dd></dl>`;

const findings = ({ findings: found }: ServiceRow): Markup | string =>
  found.length === 0
    ? ''
    : html`<section class="card"><h2>Findings</h2><ul>${found.map(({ code, message }) => html`<li><b>${code}</b> ${message}</li>`)}</ul></section>`;

/** The chain of causes as `headroom explain --stored` shows it, with the state that the latest run found. */
const whole = (lines: readonly string[]): Markup | string =>
  lines.length === 0
    ? ''
    : html`<details><summary>Everything that the latest run considered</summary><pre tabindex="0">${lines.map((line) => html`${line}\n`)}</pre></details>`;

const rangeLinks = (days: number | null): Markup => {
  const link = (range: number | null) =>
    html`<a href="?${range === null ? '' : `days=${range}`}"${range === days ? html` aria-current="true"` : ''}>${range === null ? 'all days' : `${range} days`}</a>`;
  return html`<nav class="pager" aria-label="Days of the picture">${[...ranges, null].map(link)}</nav>`;
};

/** What the page of a service shows besides its row. */
interface ServiceFacts {
  readonly picture: GrowthPicture;
  /** Past days of the picture; null: all. */
  readonly days: number | null;
  readonly found: Writes;
  readonly lines: readonly string[];
}

/** One service: its numbers, its growth, its decision, its writes. */
export const service = (row: ServiceRow, { picture, days, found, lines }: ServiceFacts): Markup => {
  const writes = writesPart(found, 'Headroom has written nothing to this service in the latest runs.');
  const older = found.isCut ? html`<p class="note">Without older writes: <code>headroom audit</code> has all.</p>` : '';
  return html`${numbers(row)}${findings(row)}<div class="columns lead"><section class="card"><h2>Growth</h2>${rangeLinks(days)}${growthPicture(picture)}${older}</section><section class="card"><h2>Decision</h2>${ownerOf(row)}${chain(row)}${whole(lines)}</section></div><section class="card"><h2>Writes</h2>${writes}</section>`;
};
