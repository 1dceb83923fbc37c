import { type NewCommand, type PolicyFlagsOf, planDigest, policyOption } from '../../shell/options.ts';

/** `headroom grow PROJECT/SERVICE GB` */
export const growOptions = (command: NewCommand) =>
  policyOption(
    command
      .description('add storage to one disk now, within its plan, its budget and the limits of the policy')
      .argument('<project/service>', 'name of the project and the service')
      .argument('<gb>', 'storage to add in whole GB'),
  )
    .option('--dry-run', 'only show what would be written')
    .option(
      '--during-freeze <reason>',
      'change this service although a freeze holds back changes; the reason and --requester stand in the audit and in a notice',
    )
    .option('--approve <digest>', 'approve the proposed plan with this digest', planDigest)
    .option('--yes', 'write without asking; without a terminal nothing is asked')
    .option('--break-lease', 'take the lease from a run that you know has ended');
export type GrowthFlags = PolicyFlagsOf<typeof growOptions>;
