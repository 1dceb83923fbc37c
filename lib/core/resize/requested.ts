import { type Answer, planTargets, type RequestedPlans } from '../adoption/targets.ts';
import { fillIn } from '../forecast/contexts.ts';
import type { ServiceName } from '../model/grouping.ts';
import type { ServiceContext } from '../service/changes.ts';
import { type ReclaimFacts, reclaiming } from './reclaim.ts';
import { kept, keptAs, openQuestions } from './resize-facts.ts';

/** About a service that was named and that the run does not know. */
export const unknown = 'there is no such service, or its project could not be read';

/** What a request says of one service: its new size, what has to be asked for that, or why it keeps its size. */
const answerOf = (facts: ReclaimFacts, subject: ServiceContext): Answer => {
  const { outside, goesByUse, offerOf, changeOf } = reclaiming(facts);
  const without = outside(subject);
  if (without !== undefined) return { plan: keptAs(subject, 'not-reclaimed', without), isOnlyNamed: true };
  const wouldMeasure = goesByUse(subject) && fillIn(facts.forecasts)(subject)?.ageDays !== 0;
  const questions = openQuestions(subject, facts);
  if (questions !== undefined) return { plan: questions, wouldMeasure };
  const offer = offerOf(subject);
  if (!('kind' in offer)) return { plan: changeOf(subject, offer), wouldMeasure };
  return { plan: keptAs(subject, 'not-reclaimed', offer.why), isOnlyNamed: offer.kind === 'nothing', wouldMeasure };
};

/** Plans exactly the requested reclaims: a service that a glob covers has an answer if the policy lets it give storage back. */
export const planReclaims = (
  targets: readonly ServiceName[],
  contexts: readonly ServiceContext[],
  facts: ReclaimFacts,
): RequestedPlans =>
  planTargets(
    targets,
    contexts,
    (subject) => answerOf(facts, subject),
    (service) => kept(service, 'not-reclaimed', unknown),
  );
