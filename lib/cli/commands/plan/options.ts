import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { formatOption } from '../../shell/output.ts';
import { arrangementOptions, detailsOptions, serviceFilters } from '../list-options.ts';
import { scopeOptions, sessionCommand } from '../session-options.ts';

export const addPlan = (program: Command, line: CommandLine, end: End): void => {
  const plan = program.command('plan').description('show pending changes with reasons, GB and money');
  const command = formatOption(detailsOptions(arrangementOptions(serviceFilters(scopeOptions(plan)))))
    .option('--base <file>', 'also compare with this policy document: services gained, lost, raised, lowered')
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option(
      '--detailed-exitcode',
      'exit 2 if changes are pending, including those that wait for a freeze to end; otherwise 3 if not every project was read',
    );
  sessionCommand(
    { command, example: 'headroom plan --policy docs/policies/org-wide.yaml', line, end },
    () => import('./action.ts'),
  );
};
