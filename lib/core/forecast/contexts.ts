import { because } from '../model/decision.ts';
import { serviceKey } from '../model/grouping.ts';
import type { HeldMaximum } from '../model/model.ts';
import { wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from '../service/changes.ts';
import { poweredOffGb } from '../service/powered-off.ts';
import { type DiskFill, fillUnderAlert } from './disk-fill.ts';
import type { Forecasts } from './forecasts.ts';
import { ceilingOf, forecastMaximum, heldMaximumGb } from './maximum.ts';
import type { ForecastCoverage, ServiceForecast } from './plan-forecast.ts';

const noForecast = { kind: 'unknown', why: 'no history yet' } as const;

export const forecastServiceOf = ({ service, judgement: { decision } }: ServiceContext) => {
  const { name, type, plan, diskMb } = service;
  return { project: decision.project, name, type, plan, diskMb };
};

/**
 * The service with the maximum from the forecast, if its rule uses one.
 * @param byNeed whether its budget gives it what it needs, so that the forecast of the rule is a ceiling alone
 */
export const withForecastMaximum = (
  subject: ServiceContext,
  forecasts: Forecasts | undefined,
  byNeed = false,
): ServiceContext => {
  const { service, judgement, actual, sizes } = subject;
  const { decision, forecast } = judgement;
  if (forecast === null) return subject;
  const { planDiskMb: ownMb } = sizes;
  const provisionedGb = ownMb == null || service.diskMb === null ? null : Math.max(0, wholeGb(service.diskMb - ownMb));
  const maximumGb = actual.attached[0]?.endpoint.maxAdditionalGb ?? null;
  const disk = forecastServiceOf(subject);
  const ahead = forecasts?.ahead(disk, forecast) ?? noForecast;
  const has = { provisionedGb, maximumGb };
  const result = byNeed ? ceilingOf(forecast) : forecastMaximum(forecast, ahead, has);
  const mayHold = forecast.onRunaway === 'hold' && ahead.kind === 'known' && result.gb > heldMaximumGb(forecast, has);
  const runaway = mayHold ? forecasts?.runaway(disk, 'standing') : null;
  const isHeld = runaway !== null;
  const gb = isHeld ? heldMaximumGb(forecast, has) : result.gb;
  const why = runaway === undefined ? 'its use was not measured in the last days' : 'its growth ran away';
  const reasons = [
    ...because(
      'rule',
      `Rule "${decision.rule}" enables the autoscaler${byNeed ? '' : '; the forecast sets the maximum'}.`,
    ),
    ...because('forecast', result.reason),
    ...(isHeld ? because('forecast', `The rule holds it at ${gb} GB until a person raises it, because ${why}.`) : []),
  ];
  return {
    ...subject,
    judgement: { ...judgement, decision: { ...decision, maxAdditionalGb: gb, reasons } },
    ...(isHeld && { forecastGb: result.gb }),
  };
};

/** How full the disk of a service is, by its measurements and the platform's alert; null without a measurement. */
export const fillIn =
  (forecasts: Forecasts | undefined) =>
  (subject: ServiceContext): DiskFill | null => {
    const fill = forecasts?.fill(forecastServiceOf(subject)) ?? null;
    return fill === null || subject.alert === undefined ? fill : fillUnderAlert(fill, subject.alert);
  };

/** Disk in GB that keeps a service out of trouble for some days; null while its growth is unknown. */
export const needIn =
  (forecasts: Forecasts | undefined) =>
  (subject: ServiceContext, days: number, confidence: number): number | null =>
    forecasts?.needGb(forecastServiceOf(subject), days, confidence) ?? null;

const presentForecast = (subject: ServiceContext, forecasts: Forecasts) =>
  forecasts.of(forecastServiceOf(subject), subject.actual.attached[0]?.endpoint.maximum ?? null);

/** Below every number of days: the platform itself warns of the disk. */
const alerted = -1;

/** Above every number of days: services whose use is only measured come after those with a forecast. */
const unforecast = 1_000_000;

/**
 * Rank of the service of a change: first services that the platform warns about, then by days until the threshold, then by fullness
 * where those days are unknown. A service of which nothing is known comes last, and so does a deleted service. Evaluated on demand.
 */
export const urgencyIn = (contexts: readonly ServiceContext[], forecasts: Forecasts | undefined) => {
  let subjects: ReadonlyMap<string, ServiceContext> | undefined;
  return (name: { readonly project: string; readonly service: string | null }): number => {
    subjects ??= new Map(contexts.map((subject) => [serviceKey(subject.judgement.decision), subject]));
    const subject = subjects.get(serviceKey(name));
    if (subject?.alert?.kind === 'active') return alerted;
    if (subject === undefined || forecasts === undefined) return Number.MAX_SAFE_INTEGER;
    const forecast = presentForecast(subject, forecasts);
    if (forecast.kind === 'known' && forecast.daysToThreshold !== null) return forecast.daysToThreshold;
    const fill = forecasts.fill(forecastServiceOf(subject));
    return fill === null ? Number.MAX_SAFE_INTEGER : unforecast - fill.percent;
  };
};

/** How many disks of these services have a forecast; a service without a disk counts nowhere. */
export const coverageOf = (contexts: readonly ServiceContext[], forecasts: Forecasts): ForecastCoverage => {
  const disks = contexts.filter(({ service }) => service.diskMb !== 0);
  const forecast = disks.filter((subject) => presentForecast(subject, forecasts).kind === 'known');
  return { known: forecast.length, disks: disks.length };
};

/**
 * Forecast of a service with its present maximum, or with the lower one that a plan sets; empty unless it has exactly one
 * Headroom autoscaler and is not exempt. A powered-off service does not grow.
 */
export const serviceForecastsOf = (
  subject: ServiceContext,
  forecasts: Forecasts | undefined,
  lowered: HeldMaximum | undefined,
): ServiceForecast[] => {
  const [attachment, second] = subject.actual.attached;
  if (forecasts === undefined || subject.judgement.exempt || poweredOffGb(subject) !== null) return [];
  if (attachment === undefined || second !== undefined) return [];
  const maximum = lowered ?? attachment.endpoint.maximum;
  const service = forecastServiceOf(subject);
  const old = forecasts.ofOldUse(service, maximum);
  const forecast = forecasts.of(service, maximum);
  return [
    {
      project: service.project,
      service: service.name,
      maximum,
      forecast,
      ...(old && { old }),
    },
  ];
};
