import { type DaysLeft, type FleetDisk, withinDays } from '../../../core/disk/fleet-disks.ts';
import { type KnownDisks, knownDisksText } from '../../../core/disk/known-disks.ts';
import { rangeText } from '../../../core/forecast/days-until.ts';
import { criticalPercent, nearlyFullPercent } from '../../../core/forecast/disk-fill.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Cell, Console } from '../../shell/console.ts';
import { agoText } from '../../shell/short-text.ts';

const unknown: Cell = { text: 'unknown', style: 'dim' };

const gbCell = (gb: number | null, bound = ''): Cell => {
  if (gb === null) return unknown;
  return `${bound}${gb >= 10 || Number.isInteger(gb) ? Math.round(gb) : gb.toFixed(1)}`;
};

/** The use of a disk in percent, and whether it may be more; undefined while it is unknown. */
const useOf = ({ usedPercent, isAtLeast, alert }: FleetDisk) => {
  // The alert is newer than the measurement where both differ.
  const isBehind = alert.kind === 'active' && (usedPercent ?? 0) < nearlyFullPercent;
  if (isBehind) return { percent: alert.isCritical ? criticalPercent : nearlyFullPercent, isAtLeast: true };
  return usedPercent === null ? undefined : { percent: usedPercent, isAtLeast };
};

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

interface Column {
  readonly name: string;
  readonly cell: (disk: FleetDisk, nowMs: number) => Cell;
  /** The same for programs: a number without a sign, a time instead of an age. */
  readonly data: (disk: FleetDisk) => Cell;
  /** Whether a terminal shows it without `--details`. */
  readonly isShort: boolean;
}

const column = (name: string, cell: Column['cell'], isShort = true, data?: Column['data']): Column => ({
  name,
  cell,
  data: data ?? ((disk) => cell(disk, 0)),
  isShort,
});

const columns: readonly Column[] = [
  column('disk', ({ project, service }) => `${project}/${service}`),
  column('use %', useCell, true, (disk) => useOf(disk)?.percent ?? unknown),
  column(
    'used GB',
    ({ usedGb, isAtLeast }) => gbCell(usedGb, isAtLeast ? '≥' : ''),
    true,
    ({ usedGb }) => gbCell(usedGb),
  ),
  column(
    'free GB',
    ({ freeGb, isAtLeast }) => gbCell(freeGb, isAtLeast ? '≤' : ''),
    true,
    ({ freeGb }) => gbCell(freeGb),
  ),
  column('size GB', ({ sizeGb }) => gbCell(sizeGb)),
  column('threshold %', ({ thresholdPercent }) => thresholdPercent, false),
  column('limit GB', ({ limitGb }) => gbCell(limitGb)),
  column('limited by', ({ limitedBy }) => limitedBy ?? unknown),
  column('days left', ({ daysLeft }) => daysCell(daysLeft)),
  column('owner', ({ owner }) => owner),
  column('measured', measuredCell, false),
  column(
    'read',
    ({ readAt }, nowMs) => agoText(readAt, nowMs),
    false,
    ({ readAt }) => readAt,
  ),
];

/** For programs: that the use may be more, which people see as a sign, and the day of the measurement as its age. */
const dataColumns: readonly Column[] = columns.flatMap((one): Column[] => {
  if (one.name !== 'measured') return [one];
  const daysAgo = column('measured days ago', ({ measuredDaysAgo }) => measuredDaysAgo ?? '', false);
  return [column('at least', (disk) => (useOf(disk)?.isAtLeast ? 'yes' : 'no'), false), daysAgo];
});

/** How the list is shown. */
type Form = Pick<Console, 'groups' | 'isData'>;

/** A terminal shows the short columns, unless the rows are sorted by another one. */
const columnsOf = ({ groups: isShort, isData }: Form, sort: string | undefined): readonly Column[] => {
  if (isData) return dataColumns;
  const short = columns.filter((one) => one.isShort);
  const name = sort?.replace(/^-/, '').toLowerCase();
  const isEnough = name === undefined || short.some((one) => one.name === name);
  return isShort && isEnough ? short : columns;
};

export const disksHead = (form: Form, sort: string | undefined): readonly string[] =>
  columnsOf(form, sort).map(({ name }) => name);

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
  const listed = columnsOf(console, sort);
  console.records(
    listed.map(({ name }) => name),
    disks.map((disk) => listed.map(({ cell, data }) => (console.isData ? data(disk) : cell(disk, nowMs)))),
  );
  console.line();
  console.line(countsText(shown));
  const [oldest] = disks.map(({ readAt }) => readAt).sort();
  if (oldest !== undefined) console.line(`Oldest reading: ${agoText(oldest, nowMs)}.`);
  if (counts.unknown > 0) console.line("'headroom forecast --all' measures every disk.");
};
