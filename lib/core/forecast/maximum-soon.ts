import type { Finding } from '../model/decision.ts';
import type { Place } from '../model/grouping.ts';
import type { HeldMaximum } from '../model/model.ts';
import { daysText, type Forecast, type KnownForecast, type OldForecast } from './forecast.ts';

/** A service and its forecast with its present maximum, or with the lower one that a plan sets. */
export interface ServiceForecast extends Place {
  readonly maximum: HeldMaximum;
  /** Whether a plan lowers the maximum to this one. */
  readonly isLowered?: true;
  readonly forecast: Forecast;
  /** From a measurement that is too old for `forecast`; absent if that is younger, or there is none. */
  readonly old?: OldForecast;
}

const growthText = (gbPerDay: number): string => {
  if (gbPerDay === 0) return 'grows irregularly';
  return `grows by ${gbPerDay < 10 ? gbPerDay.toFixed(1) : Math.round(gbPerDay)} GB a day`;
};

const sizeText = ({ kind, gb }: HeldMaximum): string =>
  kind === 'total' ? `${gb} GB in all` : `${gb} GB of additional storage`;

const maximumTexts = ({ maximum, isLowered }: ServiceForecast) =>
  isLowered
    ? {
        limit: `the maximum of ${sizeText(maximum)} that the policy sets in place of a higher one`,
        remedy: 'Raise it in the policy, by tag or by its budget, or free space.',
      }
    : {
        limit: `its maximum of ${sizeText(maximum)}`,
        remedy: 'Raise the maximum in the policy or by tag, or free space.',
      };

/** The limit that comes first, and the remedy that works there: at the limit of a plan a higher maximum changes nothing. */
const limitTexts = (subject: ServiceForecast, { limitedBy, limitGb }: KnownForecast) =>
  limitedBy === 'plan'
    ? {
        limit: `the ${Math.ceil(limitGb ?? 0)} GB that its plan allows`,
        remedy: 'Move the service to a plan with a larger disk, or free space: a higher maximum does not help.',
      }
    : maximumTexts(subject);

const warning = (subject: ServiceForecast, soonDays: number): Finding | undefined => {
  const { project, service, forecast } = subject;
  // A maximum that is already reached has its own finding; one that is lowered to the present disk has not yet.
  if (soonDays === 0 || forecast.kind === 'unknown' || (forecast.isReached && !subject.isLowered)) return undefined;
  const { soonestDaysToMaximum: soonest, daysToMaximum, latestDaysToMaximum, horizonDays } = forecast;
  if (soonest === null || soonest > soonDays) return undefined;
  const basisText = forecast.basis === 'used' ? 'Disk use' : 'The disk';
  const { limit, remedy } = limitTexts(subject, forecast);
  const when =
    daysToMaximum === null
      ? `may reach ${limit} in ${soonest} days at the earliest`
      : `will reach ${limit} ${latestDaysToMaximum === 0 ? 'today' : `in ${daysText(forecast)} days`}`;
  const message = `${basisText} ${growthText(forecast.slopeGbPerDay)}, so the disk ${when} and then stop growing. ${remedy}`;
  const details = {
    days: daysToMaximum ?? horizonDays,
    daysSoonest: soonest,
    ...(latestDaysToMaximum !== null && { daysAtMost: latestDaysToMaximum }),
    ...(forecast.limitedBy === 'plan' && { limitedBy: 'plan' }),
  };
  return { code: 'maximum-soon', project, service, message, details };
};

/**
 * Warns of a maximum, or of the limit of the plan if that comes first, that the disk may reach within `soonDays` at the upper end
 * of the band. An unknown forecast gives no warning, nor does a maximum that is already reached, which has its own finding. An old
 * measurement warns too: that nothing measures the disk any more is no reason to take a warning back.
 * @param soonDays from the policy; 0 turns the warning off
 */
export const maximumSoon = (subject: ServiceForecast, soonDays: number): Finding | undefined => {
  const present = warning(subject, soonDays);
  const { old } = subject;
  if (present !== undefined || old === undefined) return present;
  const past = warning({ ...subject, forecast: old.forecast }, soonDays);
  return past && { ...past, message: `${past.message} Its use was last measured ${old.ageDays} days ago.` };
};
