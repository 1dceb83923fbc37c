import { type AccessRequest, permits, type Statement } from './evaluate.ts';
import type { Resources } from './template.ts';

/** Whether a request is permitted. @throws Error if the policies do not decide it */
export const isPermitted = (
  request: AccessRequest,
  ofCaller: readonly Statement[],
  ofResource: readonly Statement[],
): boolean => {
  const truth = permits(request, ofCaller, ofResource);
  if (typeof truth === 'string') throw new Error(`the evaluator does not decide ${truth}`);
  return truth;
};

/** Statements of the policy of the event bus of the template. */
export const policyOfBus = (resources: Resources): Statement[] =>
  Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Events::EventBusPolicy')
    .map(({ Properties }) => Properties.Statement);
