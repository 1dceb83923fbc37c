import { type NewCommand, type PolicyFlagsOf, planDigest, policyOption } from '../../shell/options.ts';

export const adoptOptions = (command: NewCommand) =>
  policyOption(
    command
      .description(
        'manage autoscalers made by hand, with the maximum that they have; nothing is written to the platform',
      )
      .argument('[project/service...]', "services with an autoscaler made by hand, or globs such as 'shop-*/*'"),
  )
    .option('--all', 'all services of the organization that the policy enables')
    .option('--dry-run', 'only show what would be adopted, and why the rest cannot be')
    .option('--approve <digest>', 'adopt exactly the plan with this digest, even if it exceeds guardrails', planDigest)
    .option('--yes', 'write without asking; without a terminal nothing is asked')
    .option('--break-lease', 'take the lease from a run that you know has ended');
export type AdoptFlags = PolicyFlagsOf<typeof adoptOptions>;
