import type { PlanKey } from '../model/model.ts';
import { because } from '../model/reason.ts';
import { wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planKeyText } from '../service/floor.ts';
import type { DiskFill } from './disk-fill.ts';
import type { Forecasts } from './forecasts.ts';
import { forecastMaximum } from './maximum.ts';
import type { ServiceForecast } from './maximum-soon.ts';

const noForecast = { kind: 'unknown', why: 'there is no history' } as const;

const foreseenService = ({ service, judgement: { decision } }: ServiceContext) => {
  const { name, type, plan, diskMb } = service;
  return { project: decision.project, name, type, plan, diskMb };
};

/** A plan without whose own disk the forecast cannot say which maximum is needed, while nobody has asked for it. */
export const planOfForecast = ({ service, judgement, planDisks }: ServiceContext): PlanKey | undefined => {
  const { type, plan, diskMb } = service;
  if (judgement.forecast === null || diskMb === null || planDisks.has(planKeyText(type, plan))) return undefined;
  return { project: judgement.decision.project, serviceType: type, plan };
};

/** The case with the maximum that the forecast finds, where its rule leaves it to that. */
export const withForecastMaximum = (subject: ServiceContext, forecasts: Forecasts | undefined): ServiceContext => {
  const { service, judgement, actual, planDisks } = subject;
  const { decision, forecast } = judgement;
  if (forecast === null) return subject;
  const ownMb = planDisks.get(planKeyText(service.type, service.plan));
  const provisionedGb = ownMb == null || service.diskMb === null ? null : Math.max(0, wholeGb(service.diskMb - ownMb));
  const maximumGb = actual.attached[0]?.endpoint.maxAdditionalGb ?? null;
  const ahead = forecasts?.ahead(foreseenService(subject), forecast.horizonDays) ?? noForecast;
  const found = forecastMaximum(forecast, ahead, { provisionedGb, maximumGb });
  const reasons = [
    ...because('rule', `Rule "${decision.rule}" enables the autoscaler with the maximum that the forecast asks for.`),
    ...because('forecast', found.reason),
  ];
  return { ...subject, judgement: { ...judgement, decision: { ...decision, maxAdditionalGb: found.gb, reasons } } };
};

/** How full the disk of a service is, as far as forecasts were made. */
export const fillIn =
  (forecasts: Forecasts | undefined) =>
  (subject: ServiceContext): DiskFill | null =>
    forecasts?.fill(foreseenService(subject)) ?? null;

/** What is foreseen of a service with the maximum that it has now; nothing without one autoscaler of ours, or while it is exempt. */
export const serviceForecastsOf = (subject: ServiceContext, forecasts: Forecasts | undefined): ServiceForecast[] => {
  const [attachment, second] = subject.actual.attached;
  if (forecasts === undefined || subject.judgement.exempt) return [];
  if (attachment === undefined || second !== undefined) return [];
  const { maximum } = attachment.endpoint;
  const service = foreseenService(subject);
  return [{ project: service.project, service: service.name, maximum, forecast: forecasts.of(service, maximum) }];
};
