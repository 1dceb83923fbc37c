import { diskMbForUse, thresholdMb, thresholdPercent, usedMbAtLimit } from '../model/autoscaler.ts';
import { mbPerGb } from '../model/sizes.ts';
import { counted } from '../model/visible-text.ts';
import type { DiskLimit, LimitedBy } from '../service/disk-limit.ts';
import {
  type ExpectedGrowth,
  horizonDays,
  type MeasuredUse,
  type Range,
  rangeOf,
  rangeText,
  rangeUntil,
} from './days-until.ts';
import { leastHistoryDays } from './growth.ts';
import { slopeIn, upperGb } from './growth-band.ts';
import type { GrowthAhead } from './maximum.ts';

export interface ForecastInput extends MeasuredUse {
  readonly serviceType: string;
  /** Provisioned disk in MB; null when the platform does not report it. */
  readonly diskMb: number | null;
  /** Days with a sample of the service. */
  readonly historyDays: number;
  /** Whether the platform's metrics of its disk, which reach back a year, have not been read yet; absent: they have. */
  readonly isUnmeasured?: boolean;
  /** Null while the history is too short. */
  readonly provisioned: ExpectedGrowth | null;
}

/** No forecast yet; this does not mean that the service is safe. */
interface UnknownForecast {
  readonly kind: 'unknown';
  readonly why: string;
}

/** Days are whole days from today; null: not within the horizon, or there is no limit to reach. */
export interface KnownForecast {
  readonly kind: 'known';
  /** Extrapolated series: the used disk if measured recently, else the provisioned disk. */
  readonly basis: 'used' | 'provisioned';
  /** The larger one of what the whole history expects and the pace of the last days, if that is known. */
  readonly slopeGbPerDay: number;
  /** Whether it comes from less than 14 days: a rate, no forecast. */
  readonly isRough?: true;
  /** Days until use reaches the threshold of the present disk; also null when use was not measured. */
  readonly daysToThreshold: number | null;
  /** Days until the disk reaches its maximum; also null without a maximum. */
  readonly daysToMaximum: number | null;
  /** As `daysToMaximum`, at the upper end of the band (P90) and at its lower end (P10). */
  readonly soonestDaysToMaximum: number | null;
  readonly latestDaysToMaximum: number | null;
  /** Whether the disk is at its maximum, or at the limit of its plan if that comes first. */
  readonly isReached: boolean;
  /** Largest disk that the maximum and the plan allow, in GB; null without a maximum, or when unknown. */
  readonly limitGb: number | null;
  /** What limits the disk first; null when unknown. */
  readonly limitedBy: LimitedBy | null;
  /** Days until use fills the largest disk that it can get; null as `daysToMaximum`, and when use was not measured. */
  readonly daysToFull: number | null;
  /** As `daysToFull`, at the upper end of the band (P90) and at its lower end (P10). */
  readonly soonestDaysToFull: number | null;
  readonly latestDaysToFull: number | null;
  /** As `daysToFull`, by the whole history alone: what it expects where the pace of the last days goes by. */
  readonly historyDaysToFull: number | null;
  /** Days that the forecast covers. */
  readonly horizonDays: number;
}

export type Forecast = UnknownForecast | KnownForecast;

/** A forecast from a measurement of use that is too old to say that a disk lasts. */
export interface OldForecast {
  readonly forecast: Forecast;
  /** Days since that measurement. */
  readonly ageDays: number;
}

/** Older measurements of use are less reliable than the provisioned disk of today: a disk far from full then may be full. */
export const freshDays = 3;

/** Expected development of the used disk, if it was measured recently. */
export const freshUse = (
  { used, today }: Pick<ForecastInput, 'used' | 'today'>,
  oldestDays = freshDays,
): ExpectedGrowth | null => (used !== null && today - used.growth.day <= oldestDays ? used : null);

/** Days are missing; a whole year of them may come from metrics that no run has read yet. */
const tooShort = ({ historyDays, isUnmeasured }: ForecastInput): UnknownForecast => {
  if (isUnmeasured) return { kind: 'unknown', why: 'not measured yet' };
  const days = leastHistoryDays - Math.min(historyDays, leastHistoryDays - 1);
  return { kind: 'unknown', why: `needs ${counted(days, 'more day')} of history` };
};

interface Basis {
  readonly kind: 'known';
  readonly basis: KnownForecast['basis'];
  /** Null: too short a history, but the pace of its last days is known. */
  readonly expectation: ExpectedGrowth | null;
  readonly diskMb: number;
}

/** The used disk if it was measured recently, else the provisioned one. A disk of nothing has no threshold to reach. */
const basisOf = (
  input: ForecastInput,
  oldestDays?: number,
): (Basis & { readonly expectation: ExpectedGrowth }) | UnknownForecast => {
  const { diskMb, provisioned } = input;
  if (diskMb === null) return { kind: 'unknown', why: 'the platform does not report the disk size' };
  if (diskMb === 0) return { kind: 'unknown', why: 'the platform reports a disk of 0 GB' };
  const used = freshUse(input, oldestDays);
  if (used !== null) return { kind: 'known', basis: 'used', expectation: used, diskMb };
  return provisioned === null
    ? tooShort(input)
    : { kind: 'known', basis: 'provisioned', expectation: provisioned, diskMb };
};

/** Why the days of a disk are unknown that was full and has room again; undefined where that is not so. */
const afterFull = ({ recent, diskMb, today }: ForecastInput, limitMb: number | null): UnknownForecast | undefined => {
  if (recent == null || recent.gbPerDay !== null || !recent.isSinceFull) return undefined;
  const isStillFull = recent.last.isFull && limitMb !== null && (diskMb ?? 0) >= limitMb;
  if (isStillFull || today - recent.last.day > freshDays) return undefined;
  return { kind: 'unknown', why: `it was full, and ${counted(recent.missing, 'more day')} show its pace` };
};

/** The use of the last days, however short its history; undefined without a pace of them. */
const roughBasis = ({ recent, today, diskMb }: ForecastInput): Basis | undefined =>
  recent?.gbPerDay == null || today - recent.last.day > freshDays || !diskMb
    ? undefined
    : { kind: 'known', basis: 'used', expectation: null, diskMb };

/** The measured use if possible, by its pace alone if need be; else the provisioned disk. */
const chosenBasis = (input: ForecastInput, limitMb: number | null, oldestDays?: number): Basis | UnknownForecast => {
  const byHistory = basisOf(input, oldestDays);
  const isOfUse = byHistory.kind === 'known' && byHistory.basis === 'used';
  return afterFull(input, limitMb) ?? (isOfUse ? byHistory : (roughBasis(input) ?? byHistory));
};

/** Days until a size by what was chosen; of the provisioned disk by its history alone. */
const rangeTo = (mb: number | null, { basis, expectation }: Basis, input: ForecastInput): Range =>
  basis === 'provisioned' && expectation !== null
    ? rangeUntil(mb, expectation, input.today)
    : rangeOf(mb, { ...input, used: expectation });

/** Days until use fills the largest disk; unknown from a provisioned disk. */
const daysFull = (limit: DiskLimit, chosen: Basis, input: ForecastInput) => {
  const { basis, expectation } = chosen;
  const mb = basis === 'used' ? limit.mb : null;
  const [daysToFull, soonestDaysToFull, latestDaysToFull] = rangeTo(mb, chosen, input);
  const historyDaysToFull = expectation === null ? null : rangeUntil(mb, expectation, input.today)[0];
  return { daysToFull, soonestDaysToFull, latestDaysToFull, historyDaysToFull };
};

const slopeOf = ({ basis, expectation }: Basis, { recent }: ForecastInput): number => {
  const slope = expectation === null ? 0 : slopeIn(expectation.growth, expectation.band);
  return basis === 'used' ? Math.max(slope, recent?.gbPerDay ?? 0) : slope;
};

/**
 * Days until the threshold and until the maximum, with a band (design §8). With the used disk, the maximum is reached at
 * the last growth step; otherwise the provisioned disk itself is extrapolated.
 * @param oldestDays age in days up to which a measurement of use counts
 */
export const forecast = (input: ForecastInput & { readonly limit: DiskLimit }, oldestDays?: number): Forecast => {
  const { serviceType, limit } = input;
  const limitMb = limit.by === 'maximum' || limit.by === 'plan' ? limit.mb : null;
  const chosen = chosenBasis(input, limitMb, oldestDays);
  if (chosen.kind === 'unknown') return chosen;
  const { basis, expectation, diskMb } = chosen;
  const percent = thresholdPercent(serviceType);
  const isReached = limitMb !== null && diskMb >= limitMb;
  const usedMb = basis === 'used' && limitMb !== null ? usedMbAtLimit({ diskMb, percent, limitMb }) : limitMb;
  const [daysToMaximum, soonestDaysToMaximum, latestDaysToMaximum] = isReached
    ? [0, 0, 0]
    : rangeTo(usedMb, chosen, input);
  return {
    kind: 'known',
    basis,
    slopeGbPerDay: slopeOf(chosen, input),
    ...(expectation === null && { isRough: true }),
    daysToThreshold: rangeTo(basis === 'used' ? thresholdMb(diskMb, percent) : null, chosen, input)[0],
    daysToMaximum,
    soonestDaysToMaximum,
    latestDaysToMaximum,
    isReached,
    limitGb: limitMb === null ? null : limitMb / mbPerGb,
    limitedBy: limit.by,
    ...daysFull(limit, chosen, input),
    horizonDays,
  };
};

/** The forecast from use that was measured too long ago for `forecast`; undefined without such a measurement, as for most disks. */
export const oldForecast = (input: ForecastInput, limit: () => DiskLimit): OldForecast | undefined => {
  const ageDays = input.used === null ? 0 : input.today - input.used.growth.day;
  return ageDays <= freshDays ? undefined : { forecast: forecast({ ...input, limit: limit() }, ageDays), ageDays };
};

/**
 * Growth of the disk in `days` days at the upper end of the band: the autoscaler's growth for the expected use, or
 * the continued growth of the provisioned disk.
 * @param confidence percent of the outcomes at or under that end; default: 90
 */
export const growthAhead = (input: ForecastInput, days: number, confidence?: number): GrowthAhead => {
  const { serviceType, today } = input;
  const chosen = basisOf(input);
  if (chosen.kind === 'unknown') return chosen;
  const { basis, expectation, diskMb } = chosen;
  const upper = upperGb(expectation.growth, expectation.band, days + today - expectation.growth.day, confidence);
  if (basis === 'provisioned') return { kind: 'known', gb: Math.max(0, upper - diskMb / mbPerGb) };
  const usedMb = Math.ceil(upper * mbPerGb);
  const grownMb = diskMbForUse({ diskMb, usedMb, percent: thresholdPercent(serviceType) });
  return { kind: 'known', gb: (grownMb - diskMb) / mbPerGb };
};

/** Space that a service may use by then; unknown without recent measurements, because a disk's size says nothing about its use. */
export type UseAhead = UnknownForecast | { readonly kind: 'known'; readonly usedMb: number };

/** Used space in `days` days at the upper end of the band (P90), in whole MB. */
export const useAhead = (input: ForecastInput, days: number): UseAhead => {
  const used = freshUse(input);
  if (used === null) {
    const isOld = input.used !== null;
    return isOld ? { kind: 'unknown', why: 'its last measurement is too old' } : tooShort(input);
  }
  const gb = upperGb(used.growth, used.band, days + input.today - used.growth.day);
  return { kind: 'known', usedMb: Math.max(0, Math.ceil(gb * mbPerGb)) };
};

/** Display text of the days until the maximum. */
export const daysText = (forecast: KnownForecast): string => {
  const { daysToMaximum, soonestDaysToMaximum, latestDaysToMaximum, isRough } = forecast;
  const text = rangeText(daysToMaximum, soonestDaysToMaximum, latestDaysToMaximum, forecast.horizonDays);
  return isRough ? `roughly ${text}` : text;
};

/** Days by the pace and by the history differ much from here on. */
const muchSooner = 1.5;

/** What the whole history says of a disk that its last days fill much sooner, as the end of a sentence; else empty. */
export const historyText = ({ daysToFull, historyDaysToFull, isRough }: KnownForecast): string => {
  if (daysToFull === null || isRough || (historyDaysToFull ?? horizonDays) < muchSooner * daysToFull) return '';
  return ` at the pace of its last days (${historyDaysToFull ?? `>${horizonDays}`} until full by its whole history)`;
};
