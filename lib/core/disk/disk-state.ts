import { type DiskFill, nearlyFullPercent } from '../forecast/disk-fill.ts';
import { freshDays } from '../forecast/forecast.ts';
import { dayOf } from '../forecast/project-history.ts';
import { thresholdMb, thresholdPercent, troublePercent } from '../model/autoscaler.ts';
import { counted } from '../model/visible-text.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { AlertFacts } from '../service/disk-alert.ts';
import { type DiskLimit, diskLimit } from '../service/disk-limit.ts';

/** Known facts about the disk of one service: its largest size, and how full it is. */
export interface DiskState {
  /** Including what passes: the state of the service, and an autoscaler that does not act. */
  readonly limit: DiskLimit;
  /** Whether the disk has its largest size; null when unknown. */
  readonly isAtLimit: boolean | null;
  /** By measurements; null while it was never measured. */
  readonly fill: DiskFill | null;
  readonly alert: AlertFacts;
  /** Whether its service gets into trouble, by a measurement or by the platform's alert at 90 %; null when neither is known. */
  readonly isNearlyFull: boolean | null;
}

/**
 * Minutes at a nearly full disk after which the autoscaler counts as stuck: it evaluates every 30 seconds (spec.md §8), so a
 * working one has grown the disk twenty times by then.
 */
const stuckMinutes = 10;

/** Whether a measurement shows a disk past its threshold that kept its size: a working autoscaler acts within a minute. */
const isPastThreshold = ({ service, changedAt }: DiskSubject, fill: DiskFill | null): boolean => {
  const { type, diskMb } = service;
  if (fill?.isSameSize !== true || fill.ageDays > freshDays || diskMb === null) return false;
  // Before Headroom's last change there was no reason to grow.
  const isSince = changedAt == null || dayOf(Date.parse(changedAt)) < fill.day;
  return isSince && fill.usedMb >= thresholdMb(diskMb, thresholdPercent(type));
};

/**
 * Whether the autoscaler should have grown the disk by now. The threshold of every type is below the share of the alert. An
 * alert without a time counts as old: not to know is no reason for silence.
 */
const isStuck = (subject: DiskSubject, fill: DiskFill | null, alert: AlertFacts): boolean =>
  isPastThreshold(subject, fill) ||
  (alert.kind === 'active' &&
    thresholdPercent(subject.service.type) <= nearlyFullPercent &&
    (alert.minutes === null || alert.minutes >= stuckMinutes));

const isNearlyFull = (fill: DiskFill | null, alert: AlertFacts, serviceType: string): boolean | null => {
  if (alert.kind === 'active' || (fill?.percent ?? 0) >= troublePercent(serviceType)) return true;
  if (alert.kind === 'none') return false;
  return fill !== null && fill.ageDays <= freshDays ? false : null;
};

/**
 * Whether a disk is nearly full and nothing says that it grows by itself. Where the limit is unknown, or alerts are, a full disk may
 * be a disk that does not grow.
 */
export const needsPerson = ({ isNearlyFull, isAtLimit, alert }: Omit<DiskState, 'limit' | 'fill'>): boolean =>
  isNearlyFull === true && (isAtLimit !== false || alert.kind === 'unlisted');

/** What the state of a disk depends on, besides how full it is; no policy. */
export type DiskSubject = Pick<ServiceContext, 'service' | 'actual' | 'sizes' | 'changedAt'>;

/** The platform warns of running services only: that it does not warn of another one says nothing about its disk. */
const heardOf = (listed: AlertFacts, { state }: DiskSubject['service']): AlertFacts =>
  listed.kind === 'none' && state !== 'RUNNING' ? { kind: 'unlisted' } : listed;

/**
 * Whether only a measurement says how full the disk is now, because the platform lists no alerts of the project or does not
 * warn of a service in this state; it measures nothing of a powered-off service.
 */
export const needsMeasurement = ({ isNearlyFull, alert }: DiskState, { state }: DiskSubject['service']): boolean =>
  isNearlyFull === true ||
  (alert.kind === 'unlisted' && isNearlyFull === null && state !== 'POWEROFF') ||
  isRebuilt(state);

/** Its use may grow meanwhile, so each pass looks. */
const isRebuilt = (state: string): boolean => state !== 'RUNNING' && state !== 'POWEROFF';

/** Combines what the platform lists of a disk with its measurements. */
export const diskStateOf = (subject: DiskSubject, fill: DiskFill | null, listed: AlertFacts): DiskState => {
  const { service, actual, sizes } = subject;
  const alert = heardOf(listed, service);
  const limit = diskLimit({ service, maximum: actual.maximum, ...sizes, isStuck: isStuck(subject, fill, alert) });
  const isAtLimit = limit.mb === null || service.diskMb === null ? null : service.diskMb >= limit.mb;
  return { limit, isAtLimit, fill, alert, isNearlyFull: isNearlyFull(fill, alert, service.type) };
};

/** How much of the fleet's disks is known; `known + unknown` is every service with a disk. */
export interface DiskCounts {
  /** Disks whose use was measured, not long ago where the platform lists no alerts, or that it reports as nearly full. */
  readonly known: number;
  /** All others: nothing says that they have room. */
  readonly unknown: number;
  /** Of the unknown ones, those for which the platform lists no alert, so that it sees them below its threshold. */
  readonly withoutAlert: number;
  /** Age of the oldest measurement in days; null without any. */
  readonly oldestDays: number | null;
  /** Disks whose services get into trouble: at 90 % or more, or less by their type. */
  readonly nearlyFull: number;
}

type Counted = Pick<DiskState, 'alert' | 'isNearlyFull'> & { readonly fill: Pick<DiskFill, 'ageDays'> | null };

export const diskCountsOf = (states: readonly Counted[]): DiskCounts => {
  const isKnown = ({ fill, alert, isNearlyFull }: Counted) =>
    alert.kind === 'active' || (fill !== null && isNearlyFull !== null);
  const unknown = states.filter((state) => !isKnown(state));
  const ages = states.flatMap(({ fill }) => (fill === null ? [] : [fill.ageDays]));
  return {
    known: states.length - unknown.length,
    unknown: unknown.length,
    withoutAlert: unknown.filter(({ alert }) => alert.kind === 'none').length,
    oldestDays: ages.length === 0 ? null : ages.reduce((oldest, age) => Math.max(oldest, age), 0),
    nearlyFull: states.filter(({ isNearlyFull }) => isNearlyFull === true).length,
  };
};

/** `use known of 3 of 4 disks, 1 nearly full; unknown of 1 disk (1 without an alert of the platform)` */
export const diskCountsText = ({ known, unknown, withoutAlert, oldestDays, nearlyFull }: DiskCounts): string => {
  const age = oldestDays === null || oldestDays === 0 ? '' : ` (oldest measurement ${counted(oldestDays, 'day')} ago)`;
  const text = `use known of ${known} of ${counted(known + unknown, 'disk')}${age}, ${nearlyFull} nearly full`;
  const calm = withoutAlert === 0 ? '' : ` (${withoutAlert} without an alert of the platform)`;
  return unknown === 0 ? text : `${text}; unknown of ${counted(unknown, 'disk')}${calm}`;
};
