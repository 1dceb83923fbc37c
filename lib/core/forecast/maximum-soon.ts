import type { Finding } from '../model/decision.ts';
import type { HeldMaximum } from '../model/model.ts';
import { daysText, type Forecast } from './forecast.ts';

/** A service and its forecast with its present maximum. */
export interface ServiceForecast {
  readonly project: string;
  readonly service: string;
  readonly maximum: HeldMaximum;
  readonly forecast: Forecast;
}

const growthText = (gbPerDay: number): string => {
  if (gbPerDay === 0) return 'grows irregularly';
  return `grows by ${gbPerDay < 10 ? gbPerDay.toFixed(1) : Math.round(gbPerDay)} GB a day`;
};

const maximumText = ({ kind, gb }: HeldMaximum): string =>
  kind === 'total' ? `${gb} GB in all` : `${gb} GB of additional storage`;

/**
 * Warns of a maximum that the disk may reach within `soonDays` at the upper end of the band. An unknown forecast gives no
 * warning, nor does a maximum that is already reached, which has its own finding.
 * @param soonDays from the policy; 0 turns the warning off
 */
export const maximumSoon = (
  { project, service, maximum, forecast }: ServiceForecast,
  soonDays: number,
): Finding | undefined => {
  if (soonDays === 0 || forecast.kind === 'unknown' || forecast.isReached) return undefined;
  const {
    soonestDaysToMaximum: soonest,
    daysToMaximum,
    latestDaysToMaximum,
    horizonDays,
    basis,
    slopeGbPerDay,
  } = forecast;
  if (soonest === null || soonest > soonDays) return undefined;
  const basisText = basis === 'used' ? 'Disk use' : 'The disk';
  const when =
    daysToMaximum === null
      ? `may reach its maximum of ${maximumText(maximum)} in ${soonest} days at the earliest`
      : `will reach its maximum of ${maximumText(maximum)} ${latestDaysToMaximum === 0 ? 'today' : `in ${daysText(forecast)} days`}`;
  const message = `${basisText} ${growthText(slopeGbPerDay)}, so the disk ${when} and then stop growing. Raise the maximum in the policy or by tag, or free space.`;
  const band = { days: daysToMaximum ?? horizonDays, daysSoonest: soonest };
  const details = latestDaysToMaximum === null ? band : { ...band, daysAtMost: latestDaysToMaximum };
  return { code: 'maximum-soon', project, service, message, details };
};
