import type { Command } from 'commander';
import type { CommandLine, End } from '../shell/command-line.ts';
import { scopeOptions, sessionCommand } from './session-command.ts';

export const addPlan = (program: Command, line: CommandLine, end: End): void => {
  const command = scopeOptions(program.command('plan').description('show pending changes with reasons, GB and money'))
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option('--detailed-exitcode', 'exit 2 if changes are pending, including those that wait for a freeze to end');
  sessionCommand(
    { command, example: 'headroom plan --policy docs/policies/org-wide.yaml', line, end },
    () => import('../commands/plan.ts'),
  );
};
