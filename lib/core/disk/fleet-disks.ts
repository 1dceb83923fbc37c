import {
  criticalPercent,
  type DiskFill,
  fillUnderAlert,
  fullPercent,
  nearlyFullPercent,
} from '../forecast/disk-fill.ts';
import type { Forecast } from '../forecast/forecast.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import { thresholdPercent } from '../model/autoscaler.ts';
import { byService, type ServiceName } from '../model/grouping.ts';
import { mbPerGb } from '../model/sizes.ts';
import { counted } from '../model/visible-text.ts';
import type { AlertFacts } from '../service/disk-alert.ts';
import type { LimitedBy } from '../service/disk-limit.ts';
import {
  type DiskCounts,
  type DiskState,
  type DiskSubject,
  diskCountsOf,
  diskStateOf,
  needsPerson,
} from './disk-state.ts';
import { hasDisk } from './disks.ts';

/** Days that forecasts of disks look ahead. */
export const withinDays = 365;

/** Whole days until the used space fills the largest disk that the service can get. Null: not within a year. */
export interface DaysLeft {
  readonly days: number | null;
  /** At the upper end of the band (P90) and at its lower end (P10). */
  readonly soonest: number | null;
  readonly latest: number | null;
  /** Whether they come from less than 14 days: a rate, no forecast. */
  readonly isRough?: true;
}

/** The disk of one service, as `headroom disks` lists it. Null is always unknown, never "none". */
export interface FleetDisk extends ServiceName {
  readonly serviceType: string;
  readonly plan: string;
  readonly sizeGb: number | null;
  /** At the latest measurement; free space cannot be negative. */
  readonly usedGb: number | null;
  readonly freeGb: number | null;
  readonly usedPercent: number | null;
  /** Whether the platform's alert says more than the latest measurement: used space is a lower bound, free space an upper one. */
  readonly isAtLeast: boolean;
  /** By a measurement, or by the platform's alert; null when neither is known. */
  readonly isNearlyFull: boolean | null;
  /** Whether it is nearly full and nothing says that it grows by itself. */
  readonly needsPerson: boolean;
  readonly alert: AlertFacts;
  /** Use in percent at which an autoscaler grows the disk. */
  readonly thresholdPercent: number;
  /** Largest disk that it reaches without a person, and what limits it. */
  readonly limitGb: number | null;
  readonly limitedBy: LimitedBy | null;
  readonly daysLeft: DaysLeft | null;
  /** Why the days are unknown; null where they are known. */
  readonly daysUnknown: string | null;
  readonly owner: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
  /** Days since its latest measurement. */
  readonly measuredDaysAgo: number | null;
}

/** A service, with what only its project or the policy says. */
export interface FleetSubject extends DiskSubject {
  readonly project: string;
  readonly alert: AlertFacts;
  readonly owner: string;
  readonly readAt: string;
}

type Days = Pick<FleetDisk, 'daysLeft' | 'daysUnknown'>;

const unknownDays = (why: string): Days => ({ daysLeft: null, daysUnknown: why });

const knownDays = (days: Pick<DiskFill, 'daysToFull' | 'soonestDaysToFull' | 'latestDaysToFull'>): Days => ({
  daysLeft: { days: days.daysToFull, soonest: days.soonestDaysToFull, latest: days.latestDaysToFull },
  daysUnknown: null,
});

const full: Days = { daysLeft: { days: 0, soonest: 0, latest: 0 }, daysUnknown: null };

const daysOf = ({ limit, isAtLimit, fill }: DiskState, forecast: Forecast): Days => {
  if (limit.mb === null) return unknownDays('the limit of the disk is unknown');
  if (fill === null) return unknownDays('not measured yet');
  if (isAtLimit === true && fill.percent >= fullPercent) return full;
  if (fill.isAtLeast) return unknownDays('the platform reports more use than was measured');
  if (forecast.kind === 'unknown') return unknownDays(forecast.why);
  if (forecast.basis !== 'used') return unknownDays(`last measured ${counted(fill.ageDays, 'day')} ago`);
  // A forecast leaves out what passes, such as the state of the service: until then the disk stays as it is.
  const days = knownDays(isAtLimit === true ? fill : forecast);
  return forecast.isRough && days.daysLeft ? { ...days, daysLeft: { ...days.daysLeft, isRough: true } } : days;
};

const gb = (mb: number | null): number | null => (mb === null ? null : mb / mbPerGb);

const diskOf = (subject: FleetSubject, forecasts: Forecasts): FleetDisk => {
  const { project, service, actual, alert, owner, readAt } = subject;
  const { name, type, plan, diskMb } = service;
  const own = { project, name, type, plan, diskMb };
  const measured = forecasts.fill(own);
  const fill = measured && fillUnderAlert(measured, alert);
  const state = diskStateOf(subject, fill, alert);
  const leastMb = fill?.isAtLeast && diskMb !== null ? (diskMb * fill.percent) / 100 : 0;
  const usedMb = fill && Math.max(fill.usedMb, leastMb);
  return {
    project,
    service: name,
    serviceType: type,
    plan,
    sizeGb: gb(diskMb),
    usedGb: gb(usedMb),
    freeGb: diskMb === null || usedMb === null ? null : gb(Math.max(0, diskMb - usedMb)),
    usedPercent: fill?.percent ?? null,
    isAtLeast: fill?.isAtLeast === true,
    isNearlyFull: state.isNearlyFull,
    needsPerson: needsPerson(state),
    alert,
    thresholdPercent: thresholdPercent(type),
    limitGb: gb(state.limit.mb),
    limitedBy: state.limit.by,
    ...daysOf(state, forecasts.of(own, actual.maximum)),
    owner,
    readAt,
    measuredDaysAgo: fill?.ageDays ?? null,
  };
};

/** The room that disks have, the least first. An unknown disk may be full, so it comes before those with room. */
const rooms = ['nearly-full', 'fills-up', 'unknown', 'lasts'] as const;

type Room = (typeof rooms)[number];

const roomOf = ({ isNearlyFull, daysLeft }: FleetDisk): Room => {
  if (isNearlyFull === true) return 'nearly-full';
  if (daysLeft === null) return 'unknown';
  return daysLeft.soonest === null ? 'lasts' : 'fills-up';
};

/** The use of a disk in percent, and whether it may be more, as where only its alert is known; undefined while it is unknown. */
export const useOf = ({ usedPercent, isAtLeast, alert }: FleetDisk) => {
  if (usedPercent !== null) return { percent: usedPercent, isAtLeast };
  if (alert.kind !== 'active') return undefined;
  return { percent: alert.isCritical ? criticalPercent : nearlyFullPercent, isAtLeast: true };
};

const daysOr = (days: number | null | undefined): number => days ?? Number.MAX_SAFE_INTEGER;

/** Order: nearly full disks by use, then filling ones by the soonest day, then unknown ones, then the rest. */
const byUrgency = (a: FleetDisk, b: FleetDisk): number =>
  rooms.indexOf(roomOf(a)) - rooms.indexOf(roomOf(b)) ||
  (roomOf(a) === 'nearly-full' ? (useOf(b)?.percent ?? 0) - (useOf(a)?.percent ?? 0) : 0) ||
  daysOr(a.daysLeft?.soonest) - daysOr(b.daysLeft?.soonest) ||
  daysOr(a.daysLeft?.days) - daysOr(b.daysLeft?.days) ||
  byService(a, b);

/** The disks of these services, the most urgent first; a service without a disk of its own has none. */
export const fleetDisks = (subjects: readonly FleetSubject[], forecasts: Forecasts): FleetDisk[] =>
  subjects
    .filter(({ service }) => hasDisk(service))
    .map((subject) => diskOf(subject, forecasts))
    .sort(byUrgency);

/** How much of these disks is known. */
export const countDisks = (disks: readonly FleetDisk[]): DiskCounts =>
  diskCountsOf(
    disks.map(({ measuredDaysAgo: ageDays, ...disk }) => ({ ...disk, fill: ageDays === null ? null : { ageDays } })),
  );

/** Disks by their room: nearly full, full within a year at the soonest, unknown, and all others. */
export const countRooms = (disks: readonly FleetDisk[]): Readonly<Record<Room, number>> => {
  const counts = { 'nearly-full': 0, 'fills-up': 0, unknown: 0, lasts: 0 };
  for (const disk of disks) counts[roomOf(disk)] += 1;
  return counts;
};
