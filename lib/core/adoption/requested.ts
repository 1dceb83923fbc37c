import type { Finding } from '../model/decision.ts';
import { matchesGlob } from '../policy/glob.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { ServicePlan } from '../service/service-plan.ts';
import { notAdopted, planAdoption } from './adoption.ts';

/** Services whose autoscalers a person wants Headroom to adopt, as globs over the names of project and service. */
export interface AdoptionTarget {
  readonly project: string;
  readonly service: string;
}

/** The plan of each service that a request concerns, and findings on requested services that do not exist. */
export interface RequestedAdoption {
  readonly services: readonly { readonly subject: ServiceContext; readonly plan: ServicePlan }[];
  readonly findings: readonly Finding[];
}

const isName = ({ project, service }: AdoptionTarget): boolean => !/[*?]/.test(project + service);

const covers = (target: AdoptionTarget, { judgement: { decision } }: ServiceContext): boolean =>
  matchesGlob(target.project, decision.project) && matchesGlob(target.service, decision.service);

const withoutForeign = (subject: ServiceContext): ServicePlan => {
  const has = subject.actual.attached.length > 0 ? 'Headroom already manages its autoscaler' : 'it has no autoscaler';
  return { changes: [], findings: [notAdopted(subject, has)] };
};

/**
 * Plans exactly the requested adoptions and nothing else. A service that a target names has an answer in every case; one
 * that only a glob covers has one if it has an autoscaler made by hand.
 */
export const planRequested = (
  targets: readonly AdoptionTarget[],
  contexts: readonly ServiceContext[],
): RequestedAdoption => {
  const found = new Set<AdoptionTarget>();
  const services = contexts.flatMap((subject) => {
    const covering = targets.filter((target) => covers(target, subject));
    for (const target of covering) found.add(target);
    const plan = covering.length === 0 ? undefined : planAdoption(subject);
    if (plan !== undefined) return [{ subject, plan }];
    return covering.some(isName) ? [{ subject, plan: withoutForeign(subject) }] : [];
  });
  const missing = targets.filter((target) => isName(target) && !found.has(target));
  return {
    services,
    findings: missing.map(({ project, service }) => ({
      code: 'not-adopted',
      project,
      service,
      message: 'Not adopted: there is no such service, or its project could not be read.',
    })),
  };
};
