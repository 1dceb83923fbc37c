import {
  connectionOptions,
  example,
  type FlagsOf,
  type Parent,
  planDigest,
  policyOption,
} from '../../shell/options.ts';

/**
 * A command that shows new sizes of disks, and writes what a person approves.
 * @param does what it shows and does, as the beginning of its description
 * @param verb what it does to the disks of the approved plan
 */
const resizeOptions = (parent: Parent, name: 'reclaim' | 'prepare', does: string, verb: string) => {
  const command = policyOption(
    parent
      .command(name)
      .description(`${does}, with a rolling restart; needs ${name} in the policy`)
      .argument('[project/service...]', "services, or globs such as 'shop-*/*'; without any: all services"),
  )
    .option('--approve <digest>', `${verb} at most what the plan with this digest ${verb}s`, planDigest)
    .option('--break-lease', 'take the lease from a run that you know has ended');
  return example(connectionOptions(command), `headroom ${name} acme-prod/orders-pg`);
};
export type ResizeFlags = FlagsOf<typeof resizeOptions>;

/** `headroom reclaim` */
export const reclaimOptions = (parent: Parent) =>
  resizeOptions(
    parent,
    'reclaim',
    'show added storage that services no longer need, and remove what you approve',
    'remove',
  );

/** `headroom prepare` */
export const prepareOptions = (parent: Parent) =>
  resizeOptions(
    parent,
    'prepare',
    'show disks that need free space before a known load, and grow what you approve',
    'grow',
  );
