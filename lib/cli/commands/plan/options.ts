import {
  connectionOptions,
  detailsOptions,
  example,
  type FlagsOf,
  formatOption,
  listOptions,
  type Parent,
  policyOption,
} from '../../shell/options.ts';

export const planOptions = (parent: Parent) => {
  const plan = parent.command('plan').description('show pending changes with reasons, GB and money');
  const listed = listOptions(policyOption(plan));
  const command = formatOption(detailsOptions(listed))
    .option('--base <file>', 'also compare with this policy document: services gained, lost, raised, lowered')
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option(
      '--detailed-exitcode',
      'exit 2 if changes are pending, including those that wait for a freeze to end; otherwise 3 if not every project was read',
    );
  return example(connectionOptions(command), 'headroom plan --policy docs/policies/org-wide.yaml');
};
export type PlanFlags = FlagsOf<typeof planOptions>;
