import type { ServiceContext } from '../service/changes.ts';
import { notAdopted, planAdoption } from './adoption.ts';
import { type Answer, planTargets, type RequestedPlans, type ServiceTarget } from './targets.ts';

/** Reason of a finding about a service that has nothing left to adopt. */
export const alreadyManaged = 'Headroom already manages its autoscaler';

const answerOf = (subject: ServiceContext): Answer => {
  const adoption = planAdoption(subject);
  if (adoption !== undefined) return { plan: adoption };
  const has = subject.actual.attached.length > 0 ? alreadyManaged : 'it has no autoscaler';
  return { plan: { changes: [], findings: [notAdopted(subject.judgement.decision, has)] }, isOnlyNamed: true };
};

/** Plans exactly the requested adoptions: a service that a glob covers has an answer if it has an autoscaler made by hand. */
export const planRequested = (targets: readonly ServiceTarget[], contexts: readonly ServiceContext[]): RequestedPlans =>
  planTargets(targets, contexts, answerOf, (place) =>
    notAdopted(place, 'there is no such service, or its project could not be read'),
  );
