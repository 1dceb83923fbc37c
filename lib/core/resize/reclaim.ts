import { type Answer, planTargets, type RequestedPlans } from '../adoption/targets.ts';
import { fillIn, forecastServiceOf } from '../forecast/contexts.ts';
import type { UseAhead } from '../forecast/forecast.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import type { Grant } from '../grants/grants.ts';
import { thresholdPercent } from '../model/autoscaler.ts';
import type { ServiceName } from '../model/grouping.ts';
import { costOfGb, formatCents, type Money } from '../model/money.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { ServicePlan } from '../service/service-plan.ts';
import {
  type DiskResize,
  diskSizesOf,
  freshFill,
  type Kept,
  kept,
  keptAs,
  leastDiskMb,
  nothing,
  notOffered,
  openQuestions,
  type ResizeFacts,
  type Resizing,
  remedy,
  resizedTo,
  steppedUpMb,
} from './resize-facts.ts';

/**
 * Reclaim: added storage that a service no longer needs is given back. The autoscaler only grows disks, but a person can
 * remove what was added beyond the plan's own disk (pf 2.15): the service restarts node by node, and its data
 * must fit. Nothing is reclaimed unless everything is known that could make the disk too small.
 */

/** Days that the smaller disk must last: reclaiming what grows back within a quarter only restarts the service twice. */
export const reclaimHorizonDays = 90;

/** What reclaim depends on besides the service. */
interface ReclaimFacts extends ResizeFacts {
  /** The grant in force for a service, by which a person gave it room. */
  readonly grantOf: (service: ServiceName) => Grant | undefined;
}

/** Why a service has nothing that could be given back. */
const outside = ({ service, judgement, sizes }: ServiceContext): string | undefined => {
  if (judgement.reclaims !== true) {
    return judgement.exempt ? 'a tag exempts the service' : 'reclaim of the policy does not cover the service';
  }
  const isPlain = sizes.planDiskMb != null && service.diskMb !== null && service.diskMb <= sizes.planDiskMb;
  return isPlain ? 'its disk has no added storage' : undefined;
};

/** Why people or the state of a service forbid it. */
const forbidden = (
  { service, judgement, actual, alert }: ServiceContext,
  { grantOf }: ReclaimFacts,
): Kept | undefined => {
  if (service.unusable !== undefined) return notOffered(`the platform's record of the service is invalid`);
  if (judgement.exempt) return notOffered('a tag exempts the service');
  if (judgement.managedBy !== null) return notOffered(`the service is managed by ${judgement.managedBy}`);
  const grant = grantOf(judgement.decision);
  if (grant !== undefined)
    return notOffered(`a person granted it a maximum of ${grant.maxGb} GB through ${grant.through}`);
  if (actual.maximum === null)
    return notOffered('no autoscaler is attached to it, so a smaller disk could not grow again');
  if (service.state !== 'RUNNING') return notOffered(`the service is in state ${service.state}`);
  if (alert?.kind === 'active') return notOffered('the platform reports that its disk is nearly full');
  if (alert?.kind !== 'none') return notOffered('the platform did not list the alerts of its project');
  return undefined;
};

/** Whether a smaller size is possible for a service at all. */
const mayShrink = (subject: ServiceContext, facts: ReclaimFacts): boolean => {
  const of = diskSizesOf(subject);
  const isLarger = typeof of !== 'string' && (subject.service.diskMb ?? 0) >= of.planMb + of.stepMb;
  return isLarger && forbidden(subject, facts) === undefined;
};

/** Largest use that the smaller disk must hold: now, at any time of the last month, and at the upper end of the forecast. */
interface Use {
  readonly nowMb: number;
  readonly peakMb: number;
  readonly aheadMb: number;
}

const useOf = (subject: ServiceContext, forecasts: Forecasts | undefined): Use | Kept => {
  const fill = freshFill(subject, forecasts);
  if (typeof fill === 'string') return notOffered(fill);
  if (forecasts === undefined) return notOffered('no forecast is known');
  const peakMb = forecasts.peakMb(forecastServiceOf(subject));
  if (peakMb === undefined) return notOffered(`its largest use within the last month is not measured yet (${remedy})`);
  const ahead: UseAhead = forecasts.useAhead(forecastServiceOf(subject), reclaimHorizonDays);
  if (ahead.kind === 'unknown') return notOffered(`the forecast of its use is unknown (${ahead.why})`);
  const nowMb = fill.usedMb;
  // The forecast goes by one reading a day: what grows makes a load between them grow too.
  const peakAheadMb = Math.max(nowMb, peakMb) + Math.max(0, ahead.usedMb - nowMb);
  return { nowMb, peakMb: Math.max(nowMb, peakMb), aheadMb: peakAheadMb };
};

/** What a service can give back. */
interface Offer extends DiskResize {
  readonly use: Use;
}

const offerOf = (subject: ServiceContext, { forecasts }: ReclaimFacts): Offer | Kept => {
  const { type, diskMb: fromMb } = subject.service;
  if (fromMb === null) return notOffered('the platform does not report its disk size');
  const of = diskSizesOf(subject);
  if (typeof of === 'string') return notOffered(of);
  const use = useOf(subject, forecasts);
  if ('kind' in use) return use;
  const toMb = steppedUpMb(of, leastDiskMb(use.aheadMb, type));
  // Less than a step is not worth a restart.
  if (toMb + of.stepMb <= fromMb) return { fromMb, toMb, planMb: of.planMb, use };
  return nothing(`it needs its ${wholeGb(fromMb)} GB: ${useText(use, type)}`);
};

const useText = ({ nowMb, peakMb, aheadMb }: Use, type: string): string =>
  `${wholeGb(nowMb)} GB are used, at most ${wholeGb(peakMb)} GB within the last month and ${wholeGb(aheadMb)} GB within ${reclaimHorizonDays} days (P90), and the autoscaler grows a disk at ${thresholdPercent(type)} %`;

const moneyText = (perGbMonth: Money | null, gb: number, currency: string): string =>
  perGbMonth === null
    ? 'The saving is unknown: no price is known.'
    : `Saves ${formatCents(costOfGb(perGbMonth, gb))} ${currency} a month.`;

const changeOf = (subject: ServiceContext, offer: Offer, facts: ReclaimFacts): ServicePlan => {
  const { service, judgement } = subject;
  const { fromMb, toMb, planMb, use } = offer;
  // Whole GB, rounded down: a saving is never overstated.
  const gb = Math.floor((fromMb - toMb) / mbPerGb);
  const perGbMonth = facts.prices.offhand(judgement.decision.project, service);
  const text = `Removes ${gb} of ${wholeGb(fromMb - planMb)} GB of added storage with a rolling restart: ${useText(use, service.type)}. ${moneyText(perGbMonth, gb, facts.currency)}`;
  return resizedTo(subject, offer, 'reclaim', gb, text);
};

/** How disks give storage back. */
const reclaiming = (facts: ReclaimFacts): Resizing<Offer> => ({
  outside,
  goesByUse: (subject) => mayShrink(subject, facts),
  offerOf: (subject) => forbidden(subject, facts) ?? offerOf(subject, facts),
  changeOf: (subject, offer) => changeOf(subject, offer, facts),
});

/** About a service that was named and that the run does not know. */
export const unknown = 'there is no such service, or its project could not be read';

/** What a request says of one service: its new size, what has to be asked for that, or why it keeps its size. */
const answerOf = (facts: ReclaimFacts, subject: ServiceContext): Answer => {
  const { outside, goesByUse, offerOf, changeOf } = reclaiming(facts);
  const without = outside(subject);
  if (without !== undefined) return { plan: keptAs(subject, 'not-reclaimed', without), isOnlyNamed: true };
  const wouldMeasure = goesByUse(subject) && fillIn(facts.forecasts)(subject)?.ageDays !== 0;
  const questions = openQuestions(subject, facts);
  if (questions !== undefined) return { plan: questions, wouldMeasure };
  const offer = offerOf(subject);
  if (!('kind' in offer)) return { plan: changeOf(subject, offer), wouldMeasure };
  return { plan: keptAs(subject, 'not-reclaimed', offer.why), isOnlyNamed: offer.kind === 'nothing', wouldMeasure };
};

/** Plans exactly the requested reclaims: a service that a glob covers has an answer if the policy lets it give storage back. */
export const planReclaims = (
  targets: readonly ServiceName[],
  contexts: readonly ServiceContext[],
  facts: ReclaimFacts,
): RequestedPlans =>
  planTargets(
    targets,
    contexts,
    (subject) => answerOf(facts, subject),
    (service) => kept(service, 'not-reclaimed', unknown),
  );
