import type { PriceFinder } from '../budget/service-price.ts';
import { fillIn } from '../forecast/contexts.ts';
import type { DiskFill } from '../forecast/disk-fill.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import { counted } from '../model/visible-text.ts';
import type { ServiceContext } from '../service/changes.ts';
import { hasPlanName, planKeyText } from '../service/floor.ts';
import type { ServicePlan } from '../service/service-plan.ts';
import type { PlanSizes } from './disk-sizes.ts';

/** What a new size of a disk depends on besides the service. */
export interface ResizeFacts {
  readonly forecasts: Forecasts | undefined;
  readonly sizes: PlanSizes;
  readonly prices: PriceFinder;
  readonly currency: string;
}

/** Older measurements of use may miss the growth of a whole day. */
const freshDays = 1;

/** A run measures a part of a large organization. */
export const remedy = 'run this again, or headroom forecast, which measures every disk';

/** How full a disk is by a measurement of today or yesterday, or why that is unknown, as a clause. */
export const freshFill = (subject: ServiceContext, forecasts: Forecasts | undefined): DiskFill | string => {
  const fill = fillIn(forecasts)(subject);
  if (fill === null) return `the use of its disk is not measured yet (${remedy})`;
  if (fill.ageDays <= freshDays) return fill;
  return `the use of its disk was last measured ${counted(fill.ageDays, 'day')} ago (${remedy})`;
};

/** The questions without whose answers no size is offered; undefined once they were asked. */
export const openQuestions = (
  { service, judgement }: ServiceContext,
  { sizes, prices }: Pick<ResizeFacts, 'sizes' | 'prices'>,
): ServicePlan | undefined => {
  const { type, plan } = service;
  const { project } = judgement.decision;
  // A known size still wants the price that its offer names.
  const price = prices.find(project, service);
  if (!hasPlanName(service) || sizes.planDisks.has(planKeyText(type, plan))) return undefined;
  const needsPrice = price.kind === 'ask' ? { needsPrice: price.key } : {};
  return { changes: [], findings: [], needs: { project, serviceType: type, plan }, ...needsPrice };
};
