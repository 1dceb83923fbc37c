import type { ForecastOption } from '../model/policy-document.ts';

/** By how much the disk of a service may grow within some days, at the upper end of the band (P90). */
export type GrowthAhead =
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'known'; readonly gb: number };

/** What a service has of additional storage. */
export interface Additional {
  /** Provisioned, in whole GB; null while the own disk of the plan, or of the service, is not known. */
  readonly provisionedGb: number | null;
  /** Maximum of its autoscaler; null when it has none. */
  readonly maximumGb: number | null;
}

/** A maximum that was found, and why it is that, as a sentence. */
export interface FoundMaximum {
  readonly gb: number;
  readonly reason: string;
}

/** Maximums go up by so many GB at least, or every day would bring a write for each service that grows. */
const stepGb = 10;
/** A maximum that is larger than needed by no more than this is kept: growth that slows for a day is no reason to lower it. */
const keptPart = 1.25;

/**
 * The maximum that leaves room for the growth within the horizon (design §8). Where too little is known it is the ceiling,
 * because a service must not run out of disk for want of data.
 */
export const forecastMaximum = (option: ForecastOption, ahead: GrowthAhead, has: Additional): FoundMaximum => {
  const { horizonDays, ceilingGb, atLeastGb } = option;
  const { provisionedGb, maximumGb } = has;
  const ceiling = (why: string): FoundMaximum => ({
    gb: ceilingGb,
    reason: `The forecast is unknown (${why}), so the maximum is the ceiling of ${ceilingGb} GB.`,
  });
  if (ahead.kind === 'unknown') return ceiling(ahead.why);
  if (provisionedGb === null) return ceiling('how much of the disk is additional storage is not known');
  const added = Math.ceil(ahead.gb);
  const needed = provisionedGb + added;
  const sum = `${provisionedGb} GB are provisioned, and ${added} GB more may be within ${horizonDays} days (P90)`;
  const inBounds = (gb: number): number => Math.min(ceilingGb, Math.max(atLeastGb, gb));
  const least = inBounds(needed);
  const wanted = inBounds(Math.ceil(needed / stepGb) * stepGb);
  const isKept = maximumGb !== null && maximumGb >= least && maximumGb <= inBounds(Math.ceil(wanted * keptPart));
  if (isKept) return { gb: maximumGb, reason: `${sum}, for which the maximum of ${maximumGb} GB is enough.` };
  if (needed > ceilingGb) return { gb: ceilingGb, reason: `${sum}, but the ceiling is ${ceilingGb} GB.` };
  return { gb: wanted, reason: `${sum}, so the maximum is ${wanted} GB.` };
};
