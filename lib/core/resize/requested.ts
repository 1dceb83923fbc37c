import type { ServiceContext } from '../service/changes.ts';
import type { Place } from '../service/service-counts.ts';
import { isCovered, planTargets, type RequestedPlans, type ServiceTarget } from '../adoption/targets.ts';
import { nothingToReclaim, planReclaim, type ReclaimFacts, wouldMeasure } from './reclaim.ts';

/** What is requested, and the services whose use a measurement of today would tell. */
interface RequestedSizes extends RequestedPlans {
  readonly toMeasure: readonly Place[];
}

/** The services of a request whose use decides, and was not measured today. */
const unmeasured = (
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  facts: ReclaimFacts,
): Place[] => {
  const measures = wouldMeasure(facts);
  return contexts
    .filter((subject) => isCovered(targets, subject) && measures(subject))
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
  return { ...planned, toMeasure: unmeasured(targets, contexts, facts) };
};
