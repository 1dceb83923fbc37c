import { connectionOptions, example, type FlagsOf, type Parent, policyOption } from '../../shell/options.ts';

export const explainOptions = (parent: Parent) => {
  const command = policyOption(
    parent
      .command('explain')
      .description('explain the decision for a service: rules, tags, budget, guardrails, actual state, change')
      .argument('<project/service>', 'name of the project and the service'),
  ).option('--stored', 'explain by the last run and readings in the store; needs no token and makes no call');
  return example(
    connectionOptions(command),
    'headroom explain acme-prod/orders-pg --policy docs/policies/org-wide.yaml',
  );
};
export type ExplanationFlags = FlagsOf<typeof explainOptions>;
