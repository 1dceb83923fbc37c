import type { Command } from 'commander';
import type { Store } from '../../ports.ts';
import { UsageError } from '../shell/usage-error.ts';

/** Options that select the store, for commands that need no platform. */
export interface StoreFlags {
  readonly bucket?: string;
  readonly store?: string;
  readonly organization?: string;
}

export const storeOptions = (command: Command): Command =>
  command
    .option('--bucket <name>', 'bucket of the deployment on AWS; default: a directory on this machine')
    .option('--store <directory>', 'directory of runs and reports (HEADROOM_STORE)')
    .option('--organization <id>', 'organization of the store (HEADROOM_ORGANIZATION)');

/**
 * Opens the bucket of a deployment, or a directory on this machine.
 * @throws UsageError if both are named, or neither a store nor an organization
 */
export const openCommandStore = async (
  environment: Readonly<Record<string, string | undefined>>,
  flags: StoreFlags,
): Promise<Store> => {
  if (flags.bucket !== undefined) {
    if (flags.store !== undefined) throw new UsageError('use --bucket or --store, not both');
    return (await import('../../aws/s3-store.ts')).openS3Store(flags.bucket);
  }
  const { openStore, organizationFrom } = await import('./connection.ts');
  const isNamed = flags.store !== undefined || environment.HEADROOM_STORE !== undefined;
  return openStore(flags, environment, isNamed ? '' : organizationFrom(flags, environment));
};
