import { diskMbForUse, thresholdMb, thresholdPercent, usedMbAtLimit } from '../model/autoscaler.ts';
import { mbPerGb } from '../model/sizes.ts';
import { type Growth, leastHistoryDays } from './growth.ts';
import { type Band, lowerGb, upperGb } from './growth-band.ts';
import type { GrowthAhead } from './maximum.ts';

/** What a series is expected to do: its growth and the band around it. */
export interface Outlook {
  readonly growth: Growth;
  readonly band: Band;
}

/** What is known of one service for a forecast. */
export interface ForecastInput {
  readonly serviceType: string;
  /** Provisioned now, in MB; null when the platform does not say. */
  readonly diskMb: number | null;
  /** Largest disk that the maximum allows, in MB; null when there is none, or it is not known. */
  readonly limitMb: number | null;
  /** Days since 1970, UTC. */
  readonly today: number;
  /** Days on which the service was seen. */
  readonly historyDays: number;
  /** Null while the history is too short. */
  readonly provisioned: Outlook | null;
  /** Null while too little was measured. */
  readonly used: Outlook | null;
}

/** Nothing can be said yet, which is not the same as safe. */
export interface UnknownForecast {
  readonly kind: 'unknown';
  readonly why: string;
}

/** Days are whole ones from today; null: not within the horizon, or not known because there is nothing to reach. */
export interface KnownForecast {
  readonly kind: 'known';
  /** What was extrapolated: used disk where it was measured lately, else what is provisioned. */
  readonly basis: 'used' | 'provisioned';
  readonly slopeGbPerDay: number;
  /** Days until use reaches the threshold of the present disk; null also where use was not measured. */
  readonly daysToThreshold: number | null;
  /** Days until the disk is as large as the maximum allows; null also where there is no maximum. */
  readonly daysToMaximum: number | null;
  /** The same at the upper end of the band (P90) and at its lower end (P10). */
  readonly soonestDaysToMaximum: number | null;
  readonly latestDaysToMaximum: number | null;
  /** Whether the disk is as large as the maximum allows. */
  readonly isReached: boolean;
  /** Largest disk that the maximum allows, in GB; null when there is none, or it is not known. */
  readonly limitGb: number | null;
  /** How far it looked. */
  readonly horizonDays: number;
}

export type Forecast = UnknownForecast | KnownForecast;

/** Further than a year no band means anything. */
const horizonDays = 365;
/** What was used longer ago than this says less than what is provisioned today. */
const freshDays = 3;

/** Whole days that are left until a value that does not fall reaches the limit; null when it does not within the horizon. */
export const daysUntil = (limitGb: number, valueAt: (days: number) => number): number | null => {
  for (let days = 0; days <= horizonDays; days += 1) {
    const value = valueAt(days);
    if (value >= limitGb) return value === limitGb ? days : Math.max(0, days - 1);
  }
  return null;
};

/** What is expected of the used disk, if it was measured lately. */
export const freshUse = ({ used, today }: Pick<ForecastInput, 'used' | 'today'>): Outlook | null =>
  used !== null && today - used.growth.day <= freshDays ? used : null;

/** The used disk if it was measured lately, else the provisioned one. */
const basisOf = (
  input: ForecastInput,
): { readonly basis: KnownForecast['basis']; readonly outlook: Outlook } | null => {
  const used = freshUse(input);
  if (used !== null) return { basis: 'used', outlook: used };
  return input.provisioned === null ? null : { basis: 'provisioned', outlook: input.provisioned };
};

const sizeUnknown: UnknownForecast = { kind: 'unknown', why: 'the platform does not say how large the disk is' };

const tooShort = (historyDays: number): UnknownForecast => ({
  kind: 'unknown',
  why: `${Math.min(historyDays, leastHistoryDays - 1)} of ${leastHistoryDays} days of history`,
});

/**
 * Days until the threshold and until the maximum, with a band (design §8). The used disk comes to its maximum when the
 * last step of growth leads there; where only the provisioned disk is known, that itself is extrapolated.
 */
export const forecast = (input: ForecastInput): Forecast => {
  const { serviceType, diskMb, limitMb, today, historyDays } = input;
  const chosen = basisOf(input);
  if (diskMb === null) return sizeUnknown;
  if (chosen === null) return tooShort(historyDays);
  const { basis, outlook } = chosen;
  const { growth, band } = outlook;
  const percent = thresholdPercent(serviceType);
  const age = today - growth.day;
  const days = (mb: number | null, valueAt: (days: number) => number): number | null =>
    mb === null ? null : daysUntil(mb / mbPerGb, (ahead) => valueAt(ahead + age));
  const isReached = limitMb !== null && diskMb >= limitMb;
  const growing = basis === 'used' && limitMb !== null ? usedMbAtLimit({ diskMb, percent, limitMb }) : limitMb;
  const untilMaximum = (valueAt: (days: number) => number) => (isReached ? 0 : days(growing, valueAt));
  const expected = (ahead: number) => growth.startGb + growth.slopeGbPerDay * ahead;
  return {
    kind: 'known',
    basis,
    slopeGbPerDay: growth.slopeGbPerDay,
    daysToThreshold: basis === 'used' ? days(thresholdMb(diskMb, percent), expected) : null,
    daysToMaximum: untilMaximum(expected),
    soonestDaysToMaximum: untilMaximum((ahead) => upperGb(growth, band, ahead)),
    latestDaysToMaximum: untilMaximum((ahead) => lowerGb(growth, band, ahead)),
    isReached,
    limitGb: limitMb === null ? null : limitMb / mbPerGb,
    horizonDays,
  };
};

/**
 * By how much the disk may have grown so many days from now, at the upper end of the band (P90): as the autoscaler grows it
 * to hold what is used then, or as what is provisioned goes on growing.
 */
export const growthAhead = (input: ForecastInput, days: number): GrowthAhead => {
  const { serviceType, diskMb, today, historyDays } = input;
  if (diskMb === null) return sizeUnknown;
  const chosen = basisOf(input);
  if (chosen === null) return tooShort(historyDays);
  const { basis, outlook } = chosen;
  const upper = upperGb(outlook.growth, outlook.band, days + today - outlook.growth.day);
  if (basis === 'provisioned') return { kind: 'known', gb: Math.max(0, upper - diskMb / mbPerGb) };
  const usedMb = Math.ceil(upper * mbPerGb);
  const grownMb = diskMbForUse({ diskMb, usedMb, percent: thresholdPercent(serviceType) });
  return { kind: 'known', gb: (grownMb - diskMb) / mbPerGb };
};

/** Days until the maximum with their band, in words: `9 (6–14)`. */
export const daysText = ({
  daysToMaximum,
  soonestDaysToMaximum,
  latestDaysToMaximum,
  horizonDays: far,
}: KnownForecast): string => {
  const bound = (days: number | null) => (days === null ? `>${far}` : `${days}`);
  if (daysToMaximum === null && soonestDaysToMaximum === null) return `no limit in sight within ${far} days`;
  return `${bound(daysToMaximum)} (${bound(soonestDaysToMaximum)}–${bound(latestDaysToMaximum)})`;
};
