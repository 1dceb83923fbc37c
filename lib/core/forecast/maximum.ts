import type { ForecastOption } from '../model/sizes.ts';

/** Growth of a service's disk within some days, at the upper end of the band. */
export type GrowthAhead =
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'known'; readonly gb: number };

/** Additional storage of a service. */
interface Additional {
  /** Provisioned, in whole GB; null while the disk size of the plan or the service is unknown. */
  readonly provisionedGb: number | null;
  /** Maximum of its autoscaler; null when it has none. */
  readonly maximumGb: number | null;
}

/** Maximums are raised to multiples of this many GB, or each growing service would need a write every day. */
const stepGb = 10;
/** A maximum up to this factor above the needed one stays: a slow day is no reason to lower it. */
const toleratedFactor = 1.25;

/** The maximum that stays while the rule holds it: the present one, or the least for a service without an autoscaler. */
export const heldMaximumGb = ({ atLeastGb }: ForecastOption, { maximumGb, provisionedGb }: Additional): number =>
  Math.max(atLeastGb, maximumGb ?? provisionedGb ?? 0);

/** The maximum of a service whose budget gives it what it needs: the rule only bounds that. */
export const ceilingOf = ({ ceilingGb }: ForecastOption) => ({
  gb: ceilingGb,
  reason: `Its budget gives it what it needs, up to the ceiling of ${ceilingGb} GB.`,
});

/**
 * The maximum that covers the growth within the horizon (design §8). Without a forecast it is the ceiling, because a
 * service must not run out of disk for lack of data.
 * @returns the maximum, with its reason as a sentence
 */
export const forecastMaximum = (option: ForecastOption, ahead: GrowthAhead, has: Additional) => {
  const { horizonDays, confidence, ceilingGb, atLeastGb } = option;
  const { provisionedGb, maximumGb } = has;
  const ceiling = (why: string) => ({
    gb: ceilingGb,
    reason: `The forecast is unknown (${why}), so the maximum is the ceiling of ${ceilingGb} GB.`,
  });
  if (ahead.kind === 'unknown') return ceiling(ahead.why);
  if (provisionedGb === null) return ceiling('the provisioned additional storage is unknown');
  const added = Math.ceil(ahead.gb);
  const needed = provisionedGb + added;
  const sum = `${provisionedGb} GB are provisioned and may grow by ${added} GB within ${horizonDays} days (P${confidence})`;
  const promise = (gb: number): string =>
    gb >= needed
      ? `: full before the end of ${horizonDays} days with a probability of about ${100 - confidence} % at most`
      : '';
  const inBounds = (gb: number): number => Math.min(ceilingGb, Math.max(atLeastGb, gb));
  const least = inBounds(needed);
  const wanted = inBounds(Math.ceil(needed / stepGb) * stepGb);
  const isEnough =
    maximumGb !== null && maximumGb >= least && maximumGb <= inBounds(Math.ceil(wanted * toleratedFactor));
  if (isEnough)
    return { gb: maximumGb, reason: `${sum}, so the maximum of ${maximumGb} GB is enough${promise(maximumGb)}.` };
  if (needed > ceilingGb) return { gb: ceilingGb, reason: `${sum}, but the ceiling is ${ceilingGb} GB.` };
  return { gb: wanted, reason: `${sum}, so the maximum is ${wanted} GB${promise(wanted)}.` };
};
