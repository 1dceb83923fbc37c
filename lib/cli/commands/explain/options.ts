import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { policyOption, sessionCommand } from '../session-options.ts';

export const addExplain = (program: Command, line: CommandLine, end: End): void => {
  const command = policyOption(
    program
      .command('explain')
      .description('explain the decision for a service: rules, tags, budget, guardrails, actual state, change')
      .argument('<project/service>', 'name of the project and the service'),
  ).option('--stored', 'explain by the last run and readings in the store; needs no token and makes no call');
  const text = 'headroom explain acme-prod/orders-pg --policy docs/policies/org-wide.yaml';
  sessionCommand({ command, example: text, line, end }, () => import('./action.ts'));
};
