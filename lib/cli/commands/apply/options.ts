import {
  detailsOptions,
  type NewCommand,
  type PolicyFlagsOf,
  planDigest,
  policyOption,
  projectFilter,
} from '../../shell/options.ts';

export const applyOptions = (command: NewCommand) =>
  detailsOptions(
    projectFilter(policyOption(command.description('apply the plan, and confirm each change by reading it back'))),
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
export type ApplyFlags = PolicyFlagsOf<typeof applyOptions>;
