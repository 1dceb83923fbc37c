import { type NewCommand, type PolicyFlagsOf, planDigest, policyOption } from '../../shell/options.ts';

/**
 * A command that shows new sizes of disks, and writes what a person approves.
 * @param does what it shows and does, as the beginning of its description
 * @param verb what it does to the disks of the approved plan
 */
const resizeOptions = (command: NewCommand, name: 'reclaim' | 'prepare', does: string, verb: string) =>
  policyOption(
    command
      .description(`${does}, with a rolling restart; needs ${name} in the policy`)
      .argument('[project/service...]', "services, or globs such as 'shop-*/*'; without any: all services"),
  )
    .option('--approve <digest>', `${verb} at most what the plan with this digest ${verb}s`, planDigest)
    .option('--break-lease', 'take the lease from a run that you know has ended');
export type ResizeFlags = PolicyFlagsOf<typeof resizeOptions>;

/** `headroom reclaim` */
export const reclaimOptions = (command: NewCommand) => {
  const does = 'show added storage that services no longer need, and remove what you approve';
  return resizeOptions(command, 'reclaim', does, 'remove');
};

/** `headroom prepare` */
export const prepareOptions = (command: NewCommand) => {
  const does = 'show disks that need free space before a known load, and grow what you approve';
  return resizeOptions(command, 'prepare', does, 'grow');
};
