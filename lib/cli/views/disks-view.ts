import { type DiskCounts, diskCountsText } from '../../core/disk/disk-state.ts';
import { type DaysLeft, type FleetDisk, useOf, withinDays } from '../../core/disk/fleet-disks.ts';
import { rangeText } from '../../core/forecast/days-until.ts';
import { counted } from '../../core/model/visible-text.ts';
import { type Cell, type Column, headFor, notTerminal, type Reader, showRows } from '../shell/columns.ts';
import type { Console } from '../shell/console.ts';
import { agoText } from '../shell/short-text.ts';

const unknown: Cell = { text: 'unknown', style: 'dim' };

const gbCell = (gb: number | null, bound = ''): Cell => {
  if (gb === null) return unknown;
  return `${bound}${gb >= 10 || Number.isInteger(gb) ? Math.round(gb) : gb.toFixed(1)}`;
};

/** The sign of an amount that may be more or less; programs have a column for it. */
const bound = (isAtLeast: boolean, sign: string, reader: Reader): string =>
  isAtLeast && reader !== 'program' ? sign : '';

const useCell = (disk: FleetDisk): Cell => {
  const use = useOf(disk);
  if (use === undefined) return unknown;
  const isCritical = disk.alert.kind === 'active' && disk.alert.isCritical;
  const style = isCritical || use.percent >= 100 ? 'red' : 'yellow';
  const text = `${use.isAtLeast ? '≥' : ''}${use.percent}`;
  return disk.isNearlyFull === true ? { text, style } : text;
};

const daysCell = (days: DaysLeft | null): Cell => {
  if (days === null) return unknown;
  if (days.soonest === null) return `>${withinDays}`;
  const text = rangeText(days.days, days.soonest, days.latest, withinDays);
  return days.isRough ? `rough ${text}` : text;
};

const measuredCell = ({ measuredDaysAgo }: FleetDisk): Cell =>
  measuredDaysAgo === null
    ? { text: 'never', style: 'dim' }
    : measuredDaysAgo === 0
      ? 'today'
      : `${counted(measuredDaysAgo, 'day')} ago`;

/** Columns of the list of disks: an age for people is a time or a number for programs, and a sign a column of its own. */
export const disksColumns = (nowMs: number): readonly Column<FleetDisk>[] => [
  { name: 'disk', cell: ({ project, service }) => `${project}/${service}` },
  { name: 'use %', cell: (disk, reader) => (reader === 'program' ? (useOf(disk)?.percent ?? unknown) : useCell(disk)) },
  { name: 'used GB', cell: ({ usedGb, isAtLeast }, reader) => gbCell(usedGb, bound(isAtLeast, '≥', reader)) },
  { name: 'free GB', cell: ({ freeGb, isAtLeast }, reader) => gbCell(freeGb, bound(isAtLeast, '≤', reader)) },
  { name: 'size GB', cell: ({ sizeGb }) => gbCell(sizeGb) },
  { name: 'threshold %', cell: (disk) => disk.thresholdPercent, readers: notTerminal },
  { name: 'limit GB', cell: ({ limitGb }) => gbCell(limitGb) },
  { name: 'limited by', cell: ({ limitedBy }) => limitedBy ?? unknown },
  { name: 'days left', cell: ({ daysLeft }) => daysCell(daysLeft) },
  { name: 'owner', cell: ({ owner }) => owner },
  { name: 'measured', cell: measuredCell, readers: ['details'] },
  { name: 'at least', cell: (disk) => (useOf(disk)?.isAtLeast ? 'yes' : 'no'), readers: ['program'] },
  { name: 'measured days ago', cell: (disk) => disk.measuredDaysAgo ?? '', readers: ['program'] },
  {
    name: 'read',
    cell: ({ readAt }, reader) => (reader === 'program' ? readAt : agoText(readAt, nowMs)),
    readers: notTerminal,
  },
];

/** A terminal shows the columns that fit it, unless the rows are sorted by another one. */
const readerOf = ({ reader }: Pick<Console, 'reader'>, sort: string | undefined): Reader => {
  const name = sort?.replace(/^-/, '').toLowerCase();
  const isEnough = name === undefined || headFor(disksColumns(0), reader).includes(name);
  return reader === 'terminal' && !isEnough ? 'details' : reader;
};

export const disksHead = (console: Pick<Console, 'reader'>, sort: string | undefined): readonly string[] =>
  headFor(disksColumns(0), readerOf(console, sort));

/** What the command shows. */
interface ShownDisks {
  readonly disks: readonly FleetDisk[];
  /** Of the shown disks. */
  readonly counts: DiskCounts;
  /** Disks of the store, shown or not. */
  readonly total: number;
  readonly nowMs: number;
  readonly sort: string | undefined;
}

const countsText = ({ disks, counts, total }: ShownDisks): string => {
  const part = disks.length === total ? '' : `${disks.length} of ${counted(total, 'disk')} shown; `;
  return `Disks: ${part}${diskCountsText(counts)}.`;
};

/** Prints the table, and below it how much of the disks is known and how old the readings are. */
export const showDisks = (console: Console, shown: ShownDisks): void => {
  const { disks, counts, nowMs, sort } = shown;
  showRows(console.records, readerOf(console, sort), disksColumns(nowMs), disks);
  console.line();
  console.line(countsText(shown));
  const [oldest] = disks.map(({ readAt }) => readAt).sort();
  if (oldest !== undefined) console.line(`Oldest reading: ${agoText(oldest, nowMs)}.`);
  if (counts.unknown > 0) console.line("'headroom forecast --all' measures every disk.");
};
