import { diskCountsText } from '../../core/disk/disk-state.ts';
import { type DaysLeft, type FleetDisk, useOf, withinDays } from '../../core/disk/fleet-disks.ts';
import { rangeText } from '../../core/forecast/days-until.ts';
import { grouped } from '../../core/model/visible-text.ts';
import type { Fleet } from '../facts/fleet.ts';
import { countFleet } from '../facts/urgent-disks.ts';
import { diskBar } from '../pictures/bars.ts';
import { amountText } from '../pictures/curves.ts';
import { html, type Markup } from '../pictures/html.ts';
import { type Column, numeric } from './tables.ts';

/** Days until a limit within which a person should act, and within which a person should know. */
const urgencyOf = (days: number | null): string => {
  if (days === null) return 'far';
  if (days <= 14) return 'now';
  return days <= 45 ? 'soon' : 'later';
};

/**
 * Days that a disk has left, with their range; not within a year; or unknown.
 * @param why they are unknown
 */
const daysText = (left: DaysLeft | null, why: string | null = null): Markup => {
  if (left === null) return html`<span class="unknown" title="${why ?? ''}">unknown</span>`;
  const { days, soonest, latest, isRough } = left;
  const range = soonest === null ? `over ${withinDays}` : rangeText(days, soonest, latest, withinDays);
  const text = isRough ? `rough ${range}` : range;
  return html`<span class="days ${urgencyOf(soonest)}">${text}</span>`;
};

const unknown = html`<span class="unknown">unknown</span>`;

const gb = (amount: number | null): Markup | string => (amount === null ? unknown : grouped(amountText(amount)));

const useText = (disk: FleetDisk): Markup => {
  const use = useOf(disk);
  if (use === undefined) return unknown;
  const text = `${use.isAtLeast ? '≥' : ''}${use.percent}`;
  return disk.isNearlyFull === true ? html`<b class="warning">${text}</b>` : html`${text}`;
};

/** The cells of one disk: bar, use, size, limit, what limits it, days left. */
export const diskCells = (disk: FleetDisk | undefined): (Markup | string)[] =>
  disk === undefined
    ? ['', unknown, unknown, unknown, '', unknown]
    : [
        diskBar(disk),
        useText(disk),
        gb(disk.sizeGb),
        gb(disk.limitGb),
        disk.limitedBy === null ? '' : html`<span class="name">${disk.limitedBy}</span>`,
        daysText(disk.daysLeft, disk.daysUnknown),
      ];

/** The heads of these cells in a table that no reader sorts. */
export const diskHead: readonly Column[] = [
  'disk',
  numeric('used %'),
  numeric('size GB'),
  numeric('limit GB'),
  'limited by',
  numeric('days left'),
];

/** How much of the disks is known; a disk that is unknown may be full. */
export const fleetText = ({ disks, problem }: Fleet): Markup => {
  if (problem !== null) return html`<p class="warning">Disks are unknown: ${problem}</p>`;
  const counts = countFleet(disks);
  const measure = counts.unknown === 0 ? '' : html` <code>headroom forecast --all</code> measures every disk.`;
  return html`<p class="note">Disks: ${grouped(diskCountsText(counts))}.${measure}</p>`;
};
