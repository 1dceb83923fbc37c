import type { Finding } from '../model/decision.ts';
import type { Place } from '../model/grouping.ts';
import { matchesGlob } from '../policy/glob.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { ServicePlan } from '../service/service-plan.ts';

/** Services that a person names for one kind of change, as globs over the names of project and service. */
export type ServiceTarget = Place;

/** The plan of each service that a request concerns, and findings on requested services that do not exist. */
export interface RequestedPlans {
  readonly services: readonly { readonly subject: ServiceContext; readonly plan: ServicePlan }[];
  readonly findings: readonly Finding[];
}

/** How the services of a request are planned. */
interface Requested {
  /** Undefined for a service of which there is nothing to say unless a target names it. */
  readonly planOf: (subject: ServiceContext) => ServicePlan | undefined;
  /** The answer for such a service if a target names it. */
  readonly otherwise: (subject: ServiceContext) => ServicePlan;
  /** About a target that names no service. */
  readonly missing: (target: ServiceTarget) => Finding;
}

const isName = ({ project, service }: ServiceTarget): boolean => !/[*?]/.test(project + service);

const covers = (target: ServiceTarget, { judgement: { decision } }: ServiceContext): boolean =>
  matchesGlob(target.project, decision.project) && matchesGlob(target.service, decision.service);

/** Whether any target covers a service. */
export const isCovered = (targets: readonly ServiceTarget[], subject: ServiceContext): boolean =>
  targets.some((target) => covers(target, subject));

/**
 * Plans exactly the requested changes of the named services, and nothing else. A service that a target names has an answer
 * in every case; one that only a glob covers has one if there is something to say of it.
 */
export const planTargets = (
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  { planOf, otherwise, missing }: Requested,
): RequestedPlans => {
  const found = new Set<ServiceTarget>();
  const services = contexts.flatMap((subject) => {
    const covering = targets.filter((target) => covers(target, subject));
    for (const target of covering) found.add(target);
    const plan = covering.length === 0 ? undefined : planOf(subject);
    if (plan !== undefined) return [{ subject, plan }];
    return covering.some(isName) ? [{ subject, plan: otherwise(subject) }] : [];
  });
  return { services, findings: targets.filter((target) => isName(target) && !found.has(target)).map(missing) };
};
