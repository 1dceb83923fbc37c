import { type NewCommand, type PolicyFlagsOf, policyOption } from '../../shell/options.ts';

export const explainOptions = (command: NewCommand) =>
  policyOption(
    command
      .description('explain the decision for a service: rules, tags, budget, guardrails, actual state, change')
      .argument('<project/service>', 'name of the project and the service'),
  ).option('--stored', 'explain by the last run and readings in the store; needs no token and makes no call');
export type ExplanationFlags = PolicyFlagsOf<typeof explainOptions>;
