import { type NewCommand, type PolicyFlagsOf, planDigest, policyOption } from '../../shell/options.ts';

export const grantOptions = (command: NewCommand) =>
  policyOption(
    command
      .description(
        'raise the maximum of one service now and for some days, within budgets and guardrails, and apply that',
      )
      .argument('<project/service>', 'name of the project and the service')
      .argument('[gb]', 'new maximum additional storage in whole GB'),
  )
    .option('--until <date>', 'last day, YYYY-MM-DD, at most 31 days from now; default: in 7 days')
    .option('--end', 'end the grant of the service now')
    .option('--dry-run', 'only show what budgets and guardrails say')
    .option(
      '--during-freeze <reason>',
      'change this service although a freeze holds back changes; the reason and --requester stand in the audit and in a notice',
    )
    .option('--approve <digest>', 'approve the proposed plan with this digest', planDigest)
    .option('--yes', 'write without asking; without a terminal nothing is asked')
    .option('--break-lease', 'take the lease from a run that you know has ended');
export type GrantFlags = PolicyFlagsOf<typeof grantOptions>;
