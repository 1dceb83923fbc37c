import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { arrangementOptions, detailsOptions, projectFilter, serviceFilters } from '../list-options.ts';
import { policyOption, sessionCommand } from '../session-options.ts';

export const addBudget = (program: Command, line: CommandLine, end: End): void => {
  const command = detailsOptions(
    arrangementOptions(
      serviceFilters(
        projectFilter(
          policyOption(
            program
              .command('budget')
              .description('show how each budget is divided, and the effect of another amount')
              .option('--simulate <name=amount...>', 'simulate another monthly amount for a budget'),
          ),
        ),
      ),
    ),
  );
  const example = "headroom budget --policy docs/policies/budget.yaml --simulate 'production storage=600.00'";
  sessionCommand({ command, example, line, end }, () => import('./action.ts'));
};
