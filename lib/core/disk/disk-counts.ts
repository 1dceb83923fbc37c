import type { DiskFill } from '../forecast/disk-fill.ts';
import { counted } from '../model/visible-text.ts';
import type { DiskState } from './disk-state.ts';

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
