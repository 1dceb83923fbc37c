import type { ServiceContext } from '../service/changes.ts';
import type { ServicePlan } from '../service/service-plan.ts';
import { notAdopted, planAdoption } from './adoption.ts';
import { planTargets, type RequestedPlans, type ServiceTarget } from './targets.ts';

const withoutForeign = (subject: ServiceContext): ServicePlan => {
  const has = subject.actual.attached.length > 0 ? 'Headroom already manages its autoscaler' : 'it has no autoscaler';
  return { changes: [], findings: [notAdopted(subject.judgement.decision, has)] };
};

/** Plans exactly the requested adoptions: a service that a glob covers has an answer if it has an autoscaler made by hand. */
export const planRequested = (targets: readonly ServiceTarget[], contexts: readonly ServiceContext[]): RequestedPlans =>
  planTargets(targets, contexts, {
    planOf: planAdoption,
    otherwise: withoutForeign,
    missing: (place) => notAdopted(place, 'there is no such service, or its project could not be read'),
  });
