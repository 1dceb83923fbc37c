import { fillIn } from '../forecast/contexts.ts';
import { serviceKey } from '../model/grouping.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Place } from '../service/service-counts.ts';
import { planTargets, type RequestedPlans, type ServiceTarget } from '../adoption/targets.ts';
import { nothingToReclaim, planReclaim, type ReclaimFacts } from './reclaim.ts';

/** What is requested, and the services whose use a measurement of today would tell. */
export interface RequestedSizes extends RequestedPlans {
  readonly toMeasure: readonly Place[];
}

/** Services that the request would change if only their use were known better. */
const unmeasured = (
  contexts: readonly ServiceContext[],
  { services }: RequestedPlans,
  { forecasts }: ReclaimFacts,
): Place[] => {
  const asked = new Set(services.map(({ subject }) => serviceKey(subject.judgement.decision)));
  const fillOf = fillIn(forecasts);
  return contexts
    .filter((subject) => asked.has(serviceKey(subject.judgement.decision)) && (fillOf(subject)?.ageDays ?? 1) > 0)
    .map(({ judgement: { decision } }) => ({ project: decision.project, service: decision.service }));
};

/** Plans exactly the requested reclaims: a service that a glob covers has an answer if the policy lets it give storage back. */
export const planReclaims = (
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  facts: ReclaimFacts,
): RequestedSizes => {
  const planned = planTargets(targets, contexts, {
    planOf: planReclaim(facts),
    otherwise: nothingToReclaim(facts),
    missing: ({ project, service }) => ({
      code: 'not-reclaimed',
      project,
      service,
      message: 'Not reclaimed: there is no such service, or its project could not be read.',
    }),
  });
  return { ...planned, toMeasure: unmeasured(contexts, planned, facts) };
};
