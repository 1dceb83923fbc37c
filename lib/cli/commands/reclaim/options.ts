import { type NewCommand, type PolicyFlagsOf, planDigest, policyOption } from '../../shell/options.ts';

/** `headroom reclaim` */
export const reclaimOptions = (command: NewCommand) =>
  policyOption(
    command
      .description(
        'show added storage that services no longer need, and remove what you approve, with a rolling restart; needs reclaim in the policy',
      )
      .argument('[project/service...]', "services, or globs such as 'shop-*/*'; without any: all services"),
  )
    .option('--approve <digest>', 'remove at most what the plan with this digest removes', planDigest)
    .option('--break-lease', 'take the lease from a run that you know has ended');
export type ReclaimFlags = PolicyFlagsOf<typeof reclaimOptions>;
