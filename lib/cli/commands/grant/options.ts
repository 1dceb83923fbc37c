import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { planDigest } from '../plan-digest.ts';
import { policyOption, sessionCommand } from '../session-options.ts';

export const addGrant = (program: Command, line: CommandLine, end: End): void => {
  const command = policyOption(
    program
      .command('grant')
      .description(
        'raise the maximum of one service now and for some days, within budgets and guardrails, and apply that',
      )
      .argument('<project/service>', 'name of the project and the service')
      .argument('[gb]', 'new maximum additional storage in whole GB'),
  )
    .option('--until <date>', 'last day, YYYY-MM-DD, at most 31 days from now; default: in 7 days')
    .option('--end', 'end the grant of the service now')
    .option('--dry-run', 'only show what budgets and guardrails say')
    .option('--approve <digest>', 'approve the proposed plan with this digest', planDigest)
    .option('--yes', 'write without asking; without a terminal nothing is asked')
    .option('--break-lease', 'take the lease from a run that you know has ended');
  sessionCommand(
    { command, example: 'headroom grant acme-prod/orders-pg 200', line, end },
    () => import('./action.ts'),
  );
};
