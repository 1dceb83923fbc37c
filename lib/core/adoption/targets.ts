import type { Finding } from '../model/decision.ts';
import type { ServiceName } from '../model/grouping.ts';
import { matchesGlob } from '../policy/glob.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { ServicePlan } from '../service/service-plan.ts';

/** A service with its plan. */
export interface PlannedService {
  readonly subject: ServiceContext;
  readonly plan: ServicePlan;
}

/** The plan of each service that a request concerns, and findings on requested services that do not exist. */
export interface RequestedPlans {
  readonly services: readonly PlannedService[];
  readonly findings: readonly Finding[];
  /** Services about which a measurement of today could decide. */
  readonly toMeasure: readonly ServiceName[];
}

/** What a request says of one service. */
export interface Answer {
  readonly plan: ServicePlan;
  /** Present if there is nothing to say of the service unless a target names it. */
  readonly isOnlyNamed?: boolean;
  /** Whether its use decides and was not measured today; absent: no. */
  readonly wouldMeasure?: boolean;
}

const isName = ({ project, service }: ServiceName): boolean => !/[*?]/.test(project + service);

const covers = (target: ServiceName, { judgement: { decision } }: ServiceContext): boolean =>
  matchesGlob(target.project, decision.project) && matchesGlob(target.service, decision.service);

/**
 * Plans exactly the requested changes of the named services, and nothing else. A service that a target names has an answer
 * in every case; one that only a glob covers has one if there is something to say of it.
 * @param targets as globs over the names of project and service
 * @param missing about a target that names no service
 */
export const planTargets = (
  targets: readonly ServiceName[],
  contexts: readonly ServiceContext[],
  answerOf: (subject: ServiceContext) => Answer,
  missing: (target: ServiceName) => Finding,
): RequestedPlans => {
  const found = new Set<ServiceName>();
  const toMeasure: ServiceName[] = [];
  const services = contexts.flatMap((subject) => {
    const covering = targets.filter((target) => covers(target, subject));
    if (covering.length === 0) return [];
    for (const target of covering) found.add(target);
    const { project, service } = subject.judgement.decision;
    const { plan, isOnlyNamed, wouldMeasure } = answerOf(subject);
    if (wouldMeasure) toMeasure.push({ project, service });
    return isOnlyNamed && !covering.some(isName) ? [] : [{ subject, plan }];
  });
  const findings = targets.filter((target) => isName(target) && !found.has(target)).map(missing);
  return { services, findings, toMeasure };
};
