import type { Command } from 'commander';
import type { CommandLine, End } from '../shell/command-line.ts';
import { planDigest } from './plan-digest.ts';
import { policyOption, sessionCommand } from './session-command.ts';

export const addPrepare = (program: Command, line: CommandLine, end: End): void => {
  const command = policyOption(
    program
      .command('prepare')
      .description(
        'show disks that need free space before a known load, and grow what you approve, with a rolling restart; needs ' +
          'prepare in the policy: exit 3 if some failed, 4 if it needs approval, 5 if the mode or a freeze prevented it',
      )
      .argument('[project/service...]', "services, or globs such as 'shop-*/*'; without any: all services"),
  )
    .option('--approve <digest>', 'grow at most what the plan with this digest grows', planDigest)
    .option('--break-lease', 'take the lease from a run that you know has ended');
  sessionCommand(
    { command, example: 'headroom prepare acme-prod/orders-pg', line, end },
    () => import('../commands/prepare.ts'),
  );
};
