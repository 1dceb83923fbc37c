import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { detailsOptions } from '../list-options.ts';
import { planDigest } from '../plan-digest.ts';
import { scopeOptions, sessionCommand } from '../session-options.ts';

export const addApply = (program: Command, line: CommandLine, end: End): void => {
  const command = detailsOptions(
    scopeOptions(program.command('apply').description('apply the plan, and confirm each change by reading it back')),
  )
    .option('--yes', 'write without asking; without a terminal nothing is asked')
    .option('--plan <file>', 'apply exactly the plan in this file, or nothing')
    .option('--break-lease', 'take the lease from a run that you know has ended')
    .option(
      '--approve <digest>',
      'approve the proposed plan with this digest: this run and later ones apply at most that plan, even if it exceeds guardrails',
      planDigest,
    )
    .option('--exact', 'with --approve: apply exactly the approved plan, or nothing');
  sessionCommand(
    { command, example: 'headroom apply --policy docs/policies/org-wide.yaml', line, end },
    () => import('./action.ts'),
  );
};
