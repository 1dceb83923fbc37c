import type { ServiceName } from '../model/grouping.ts';
import type { ServiceContext } from '../service/changes.ts';
import { notAdopted, planAdoption } from './adoption.ts';
import { type Answer, planTargets, type RequestedPlans } from './targets.ts';

const answerOf = (subject: ServiceContext): Answer => {
  const adoption = planAdoption(subject);
  if (adoption !== undefined) return { plan: adoption };
  const { decision } = subject.judgement;
  const finding =
    subject.actual.attached.length > 0
      ? { ...notAdopted(decision, 'Headroom already manages its autoscaler'), details: { managedBy: 'headroom' } }
      : notAdopted(decision, 'it has no autoscaler');
  return { plan: { changes: [], findings: [finding] }, isOnlyNamed: true };
};

/** Plans exactly the requested adoptions: a service that a glob covers has an answer if it has an autoscaler made by hand. */
export const planRequested = (targets: readonly ServiceName[], contexts: readonly ServiceContext[]): RequestedPlans =>
  planTargets(targets, contexts, answerOf, (service) =>
    notAdopted(service, 'there is no such service, or its project could not be read'),
  );
