import type { Finding } from '../model/decision.ts';
import type { HeldMaximum } from '../model/model.ts';
import { daysText, type Forecast } from './forecast.ts';

/** A service and the forecast made for the maximum that it has now. */
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
 * Warns of a maximum that the disk may reach soon: within so many days at the upper end of the band. What is unknown is
 * no warning, and neither is a maximum that is reached already, which is a finding of its own.
 * @param soonDays from the policy; 0 means never
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
  const what = basis === 'used' ? 'What the service uses' : 'The disk';
  const when =
    daysToMaximum === null
      ? `may have its maximum of ${maximumText(maximum)} in ${soonest} days at the soonest`
      : `will have its maximum of ${maximumText(maximum)} in ${daysText(forecast)} days`;
  const message = `${what} ${growthText(slopeGbPerDay)}, so the disk ${when} and then grow no more. Raise the maximum in the policy, or make room.`;
  const band = { days: daysToMaximum ?? horizonDays, daysSoonest: soonest };
  const details = latestDaysToMaximum === null ? band : { ...band, daysAtMost: latestDaysToMaximum };
  return { code: 'maximum-soon', project, service, message, details };
};
