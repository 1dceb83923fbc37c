import type { DiskState } from './disk-state.ts';

/** How much of the fleet's disks is known; `known + unknown` is every service with a disk. */
export interface KnownDisks {
  /** Disks whose use was measured, or that the platform reports as nearly full. */
  readonly known: number;
  /** All others: nothing says that they have room. */
  readonly unknown: number;
  /** Of the unknown ones, those for which the platform lists no alert, so that it sees them below its threshold. */
  readonly withoutAlert: number;
  /** Age of the oldest measurement in days; null without any. */
  readonly oldestDays: number | null;
  /** Disks at 90 % or more. */
  readonly nearlyFull: number;
}

/** Counts the disks of a plan. */
export const countKnown = (states: readonly DiskState[]): KnownDisks => {
  const isKnown = ({ fill, alert }: DiskState) => fill !== null || alert.kind === 'active';
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
