import { isCovered, planTargets, type RequestedPlans, type ServiceTarget } from '../adoption/targets.ts';
import type { BudgetResult } from '../budget/result.ts';
import type { Place } from '../model/grouping.ts';
import type { ServiceContext } from '../service/changes.ts';
import { nothingToPrepare, type PrepareFacts, planPrepare, wouldMeasure as wouldMeasureBefore } from './prepare.ts';
import { nothingToReclaim, planReclaim, type ReclaimFacts, wouldMeasure } from './reclaim.ts';
import { kept } from './resize-facts.ts';
import { withinBudgets } from './within-budgets.ts';

/** What is requested, and the services whose use a measurement of today would tell. */
interface RequestedSizes extends RequestedPlans {
  readonly toMeasure: readonly Place[];
}

/** The services of a request whose use decides, and was not measured today. */
const unmeasured = (
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  measures: (subject: ServiceContext) => boolean,
): Place[] =>
  contexts
    .filter((subject) => isCovered(targets, subject) && measures(subject))
    .map(({ judgement: { decision } }) => ({ project: decision.project, service: decision.service }));

/** About a service that was named and that the run does not know. */
const unknown = 'there is no such service, or its project could not be read';

/** Plans exactly the requested reclaims: a service that a glob covers has an answer if the policy lets it give storage back. */
export const planReclaims = (
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  facts: ReclaimFacts,
): RequestedSizes => {
  const planned = planTargets(targets, contexts, {
    planOf: planReclaim(facts),
    otherwise: nothingToReclaim(facts),
    missing: (place) => kept(place, 'not-reclaimed', unknown),
  });
  return { ...planned, toMeasure: unmeasured(targets, contexts, wouldMeasure(facts)) };
};

/** Plans exactly the requested preparations: a service that a glob covers has an answer if a load comes and it lacks room. */
export const planPrepares = (
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  facts: PrepareFacts,
  budgets: readonly BudgetResult[],
): RequestedSizes => {
  const planned = planTargets(targets, contexts, {
    planOf: planPrepare(facts),
    otherwise: nothingToPrepare(facts),
    missing: (place) => kept(place, 'not-prepared', unknown),
  });
  const services = withinBudgets(planned.services, budgets, facts.prices, facts.currency);
  const measures = (subject: ServiceContext) => wouldMeasureBefore(subject, facts.forecasts, facts.nowMs);
  return { ...planned, services, toMeasure: unmeasured(targets, contexts, measures) };
};
