import { type Command, Option } from 'commander';
import type { CommandLine, End } from '../shell/command-line.ts';
import { scopeOptions, sessionCommand } from './session-command.ts';

export const addPlan = (program: Command, line: CommandLine, end: End): void => {
  const command = scopeOptions(program.command('plan').description('show pending changes with reasons, GB and money'))
    .addOption(
      new Option('--format <name>', 'table, json, or markdown: a comment for a pull request, at most 60 KB')
        .choices(['table', 'markdown', 'json'])
        .default('table'),
    )
    .option('--base <file>', 'also compare with this policy document: services gained, lost, raised, lowered')
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option('--detailed-exitcode', 'exit 2 if changes are pending, including those that wait for a freeze to end');
  sessionCommand(
    { command, example: 'headroom plan --policy docs/policies/org-wide.yaml', line, end },
    () => import('../commands/plan.ts'),
  );
};
