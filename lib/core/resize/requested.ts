import { type Answer, planTargets, type RequestedPlans, type ServiceTarget } from '../adoption/targets.ts';
import type { BudgetResult } from '../budget/result.ts';
import { fillIn } from '../forecast/contexts.ts';
import type { ServiceContext } from '../service/changes.ts';
import { type PrepareFacts, preparing } from './prepare.ts';
import { type ReclaimFacts, reclaiming } from './reclaim.ts';
import { type DiskResize, kept, keptAs, openQuestions, type ResizeFacts, type Resizing } from './resize-facts.ts';
import { withinBudgets } from './within-budgets.ts';

/** About a service that was named and that the run does not know. */
const unknown = 'there is no such service, or its project could not be read';

/** What a request says of one service: its new size, what has to be asked for that, or why it keeps its size. */
const answerOf = <Offer extends DiskResize>(
  { code, outside, goesByUse, offerOf, changeOf }: Resizing<Offer>,
  facts: ResizeFacts,
  subject: ServiceContext,
): Answer => {
  const without = outside(subject);
  if (without !== undefined) return { plan: keptAs(subject, code, without), isOnlyNamed: true };
  const wouldMeasure = goesByUse(subject) && fillIn(facts.forecasts)(subject)?.ageDays !== 0;
  const questions = openQuestions(subject, facts);
  if (questions !== undefined) return { plan: questions, wouldMeasure };
  const offer = offerOf(subject);
  if (!('kind' in offer)) return { plan: changeOf(subject, offer), wouldMeasure };
  return { plan: keptAs(subject, code, offer.why), isOnlyNamed: offer.kind === 'nothing', wouldMeasure };
};

const planResizes = <Offer extends DiskResize>(
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  facts: ResizeFacts,
  how: Resizing<Offer>,
): RequestedPlans =>
  planTargets(
    targets,
    contexts,
    (subject) => answerOf(how, facts, subject),
    (place) => kept(place, how.code, unknown),
  );

/** Plans exactly the requested reclaims: a service that a glob covers has an answer if the policy lets it give storage back. */
export const planReclaims = (
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  facts: ReclaimFacts,
): RequestedPlans => planResizes(targets, contexts, facts, reclaiming(facts));

/** Plans exactly the requested preparations: a service that a glob covers has an answer if a load comes and it lacks room. */
export const planPrepares = (
  targets: readonly ServiceTarget[],
  contexts: readonly ServiceContext[],
  facts: PrepareFacts,
  budgets: readonly BudgetResult[],
): RequestedPlans => {
  const planned = planResizes(targets, contexts, facts, preparing(facts));
  return { ...planned, services: withinBudgets(planned.services, budgets, facts.prices, facts.currency) };
};
