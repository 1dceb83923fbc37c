import type { PriceFinder } from '../budget/service-price.ts';
import { fillIn } from '../forecast/contexts.ts';
import type { DiskFill } from '../forecast/disk-fill.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import { thresholdPercent } from '../model/autoscaler.ts';
import { because, type Finding, findingAt } from '../model/decision.ts';
import type { ServiceName } from '../model/grouping.ts';
import type { Service } from '../model/model.ts';
import { wholeGb } from '../model/sizes.ts';
import { counted } from '../model/visible-text.ts';
import type { ServiceContext } from '../service/changes.ts';
import { hasPlanName, type PlanSizes, planKeyText } from '../service/floor.ts';
import type { ServicePlan } from '../service/service-plan.ts';

/** What a new size of a disk depends on besides the service. */
export interface ResizeFacts {
  readonly forecasts: Forecasts | undefined;
  readonly prices: PriceFinder;
  readonly currency: string;
}

/** Why a disk stays as it is, as a clause. `nothing`: no other size is wanted. */
export type Kept = { readonly kind: 'nothing' | 'not-offered'; readonly why: string };

export const nothing = (why: string): Kept => ({ kind: 'nothing', why });

export const notOffered = (why: string): Kept => ({ kind: 'not-offered', why });

type KeptCode = 'not-reclaimed' | 'not-grown';

/** The finding about a place whose disk stays as it is. */
export const kept = (service: ServiceName, code: KeptCode, why: string): Finding =>
  findingAt(service, code, `Not ${code.slice('not-'.length)}: ${why}.`);

/** The answer for a service whose disk stays as it is. */
export const keptAs = ({ judgement: { decision } }: ServiceContext, code: KeptCode, why: string): ServicePlan => ({
  changes: [],
  findings: [kept(decision, code, why)],
});

/** A size of a disk that is offered. */
export interface DiskResize {
  readonly fromMb: number;
  readonly toMb: number;
  /** The disk of the plan alone. */
  readonly planMb: number;
}

/** How the disks of a request get their sizes. */
export interface Resizing<Offer extends DiskResize> {
  /** Why the request is not about a service; such a service has an answer only if a target names it. */
  readonly outside: (subject: ServiceContext) => string | undefined;
  /** Whether a measurement of today could decide about a service. */
  readonly goesByUse: (subject: ServiceContext) => boolean;
  readonly offerOf: (subject: ServiceContext) => Offer | Kept;
  readonly changeOf: (subject: ServiceContext, offer: Offer) => ServicePlan;
}

/** The plan that gives a disk its offered size. @param gb whole GB between the sizes, as `text` names them */
export const resizedTo = (
  { judgement: { decision } }: ServiceContext,
  { fromMb, toMb, planMb }: DiskResize,
  kind: 'reclaim' | 'grow',
  gb: number,
  text: string,
): ServicePlan => {
  const { project, service, rule } = decision;
  const phase = kind === 'grow' ? 'grant' : 'release';
  const change = { kind: 'resize-disk', phase, project, service, fromMb, toMb, rule } as const;
  const fromGb = wholeGb(fromMb - planMb);
  const toGb = kind === 'grow' ? fromGb + gb : fromGb - gb;
  return { changes: [{ ...change, reasons: because(kind, text) }], findings: [], tally: { kind, fromGb, toGb } };
};

/** Older measurements of use may miss the growth of a whole day. */
const freshDays = 1;

/** A run measures a part of a large organization. */
export const remedy = 'run this again, or headroom forecast --all, which measures every disk';

/** How full a disk is by a measurement of today or yesterday, or why that is unknown, as a clause. */
export const freshFill = (subject: ServiceContext, forecasts: Forecasts | undefined): DiskFill | string => {
  const fill = fillIn(forecasts)(subject);
  if (fill === null) return `the use of its disk is not measured yet (${remedy})`;
  if (fill.ageDays <= freshDays) return fill;
  return `the use of its disk was last measured ${counted(fill.ageDays, 'day')} ago (${remedy})`;
};

/** The questions without whose answers no size is offered; undefined once they were asked. */
export const openQuestions = (
  { service, judgement, sizes }: ServiceContext,
  { prices }: Pick<ResizeFacts, 'prices'>,
): ServicePlan | undefined => {
  const { type, plan } = service;
  const { project } = judgement.decision;
  // A known size still wants the price that its offer names.
  const price = prices.find(project, service);
  if (!hasPlanName(service) || sizes.planDiskMb !== undefined) return undefined;
  const needsPrice = price.kind === 'ask' ? { needsPrice: price.key } : {};
  return { changes: [], findings: [], needs: { project, serviceType: type, plan }, ...needsPrice };
};

/** Sizes that the disk of a service can have: the plan's own, and steps beyond it up to the plan's largest, in MB. */
interface DiskSizes {
  readonly planMb: number;
  readonly stepMb: number;
  readonly capMb: number;
}

/** Smallest disk on which so much used space is below the threshold at which the autoscaler grows it. */
export const leastDiskMb = (usedMb: number, serviceType: string): number =>
  Math.floor((usedMb * 100) / thresholdPercent(serviceType)) + 1;

/** The smallest possible disk of at least this size; it may exceed the plan's largest. */
export const steppedUpMb = ({ planMb, stepMb }: DiskSizes, leastMb: number): number =>
  planMb + Math.ceil(Math.max(0, leastMb - planMb) / stepMb) * stepMb;

/** The largest possible disk of at most this size; the plan's own is the smallest. */
export const steppedDownMb = ({ planMb, stepMb }: DiskSizes, mostMb: number): number =>
  planMb + Math.floor(Math.max(0, mostMb - planMb) / stepMb) * stepMb;

interface OfPlan {
  readonly service: Pick<Service, 'type' | 'plan'>;
  readonly sizes: PlanSizes;
}

/** What the platform says of the plan of a service, or which part is unknown, as a clause. */
export const diskSizesOf = ({ service, sizes }: OfPlan): DiskSizes | string => {
  const { planDiskMb: planMb, capMb, stepMb } = sizes;
  const key = planKeyText(service.type, service.plan);
  if (planMb == null) return `the platform does not report the disk of plan ${key}`;
  if (capMb == null) return `the platform reports no dynamic disk sizing for plan ${key}`;
  if (stepMb == null)
    return `the store has no step of disk sizes for plan ${key} yet; a later run of all projects asks for it`;
  return { planMb, capMb, stepMb };
};
