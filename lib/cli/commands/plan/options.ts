import {
  detailsOptions,
  formatOption,
  listOptions,
  type NewCommand,
  type PolicyFlagsOf,
  policyOption,
} from '../../shell/options.ts';

export const planOptions = (command: NewCommand) => {
  const listed = listOptions(policyOption(command.description('show pending changes with reasons, GB and money')));
  return formatOption(detailsOptions(listed))
    .option('--base <file>', 'also compare with this policy document: services gained, lost, raised, lowered')
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option(
      '--detailed-exitcode',
      'exit 2 if changes are pending, including those that wait for a freeze to end; otherwise 3 if not every project was read or the mode is stop',
    );
};
export type PlanFlags = PolicyFlagsOf<typeof planOptions>;
