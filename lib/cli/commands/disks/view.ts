import { type DaysLeft, type FleetDisk, withinDays } from '../../../core/disk/fleet-disks.ts';
import { type KnownDisks, knownDisksText } from '../../../core/disk/known-disks.ts';
import { criticalPercent, nearlyFullPercent } from '../../../core/forecast/disk-fill.ts';
import { rangeText } from '../../../core/forecast/forecast.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Cell, Console } from '../../shell/console.ts';
import { agoText } from '../../shell/short-text.ts';

const unknown: Cell = { text: 'unknown', style: 'dim' };

const gbCell = (gb: number | null, bound = ''): Cell => {
  if (gb === null) return unknown;
  return `${bound}${gb >= 10 || Number.isInteger(gb) ? Math.round(gb) : gb.toFixed(1)}`;
};

const usedText = ({ usedPercent, isAtLeast }: FleetDisk): string =>
  usedPercent === null ? '' : `${isAtLeast ? '≥' : ''}${usedPercent}`;

const useCell = (disk: FleetDisk): Cell => {
  const { usedPercent, isNearlyFull, alert } = disk;
  const isCritical = alert.kind === 'active' && alert.isCritical;
  const style = isCritical || (usedPercent ?? 0) >= 100 ? 'red' : 'yellow';
  // The alert is newer than the measurement where both differ.
  const isBehind = alert.kind === 'active' && (usedPercent ?? 0) < nearlyFullPercent;
  const text = isBehind ? `≥${isCritical ? criticalPercent : nearlyFullPercent}` : usedText(disk);
  if (text === '') return unknown;
  return isNearlyFull === true ? { text, style } : text;
};

const daysCell = (days: DaysLeft | null): Cell => {
  if (days === null) return unknown;
  return days.soonest === null ? `>${withinDays}` : rangeText(days.days, days.soonest, days.latest, withinDays);
};

const measuredCell = ({ measuredDaysAgo }: FleetDisk): Cell =>
  measuredDaysAgo === null
    ? { text: 'never', style: 'dim' }
    : measuredDaysAgo === 0
      ? 'today'
      : `${counted(measuredDaysAgo, 'day')} ago`;

interface Column {
  readonly name: string;
  readonly cell: (disk: FleetDisk, nowMs: number) => Cell;
  /** Whether a terminal shows it without `--details`. */
  readonly isShort: boolean;
}

const column = (name: string, cell: Column['cell'], isShort = true): Column => ({ name, cell, isShort });

const columns: readonly Column[] = [
  column('disk', ({ project, service }) => `${project}/${service}`),
  column('use %', useCell),
  column('used GB', ({ usedGb, isAtLeast }) => gbCell(usedGb, isAtLeast ? '≥' : '')),
  column('free GB', ({ freeGb, isAtLeast }) => gbCell(freeGb, isAtLeast ? '≤' : '')),
  column('size GB', ({ sizeGb }) => gbCell(sizeGb)),
  column('threshold %', ({ thresholdPercent }) => thresholdPercent, false),
  column('limit GB', ({ limitGb }) => gbCell(limitGb)),
  column('limited by', ({ limitedBy }) => limitedBy ?? unknown),
  column('days left', ({ daysLeft }) => daysCell(daysLeft)),
  column('owner', ({ owner }) => owner),
  column('measured', measuredCell, false),
  column('read', ({ readAt }, nowMs) => agoText(readAt, nowMs), false),
];

/** A terminal shows the short columns, unless the rows are sorted by another one. */
const columnsOf = (isShort: boolean, sort: string | undefined): readonly Column[] => {
  const short = columns.filter((one) => one.isShort);
  const name = sort?.replace(/^-/, '').toLowerCase();
  const isEnough = name === undefined || short.some((one) => one.name === name);
  return isShort && isEnough ? short : columns;
};

export const disksHead = (isShort: boolean, sort: string | undefined): readonly string[] =>
  columnsOf(isShort, sort).map(({ name }) => name);

/** What the command shows. */
interface ShownDisks {
  readonly disks: readonly FleetDisk[];
  /** Of the shown disks. */
  readonly counts: KnownDisks;
  /** Disks of the store, shown or not. */
  readonly total: number;
  readonly nowMs: number;
  readonly sort: string | undefined;
}

const countsText = ({ disks, counts, total }: ShownDisks): string => {
  const part = disks.length === total ? '' : `${disks.length} of ${counted(total, 'disk')} shown; `;
  return `Disks: ${part}${knownDisksText(counts)}.`;
};

/** Prints the table, and below it how much of the disks is known and how old the readings are. */
export const showDisks = (console: Console, shown: ShownDisks): void => {
  const { disks, counts, nowMs, sort } = shown;
  const listed = columnsOf(console.groups, sort);
  console.records(
    listed.map(({ name }) => name),
    disks.map((disk) => listed.map(({ cell }) => cell(disk, nowMs))),
  );
  console.line();
  console.line(countsText(shown));
  const [oldest] = disks.map(({ readAt }) => readAt).sort();
  if (oldest !== undefined) console.line(`Oldest reading: ${agoText(oldest, nowMs)}.`);
  if (counts.unknown > 0) console.line("'headroom forecast' measures every disk.");
};
