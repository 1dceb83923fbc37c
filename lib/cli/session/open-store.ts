import type { Command } from 'commander';
import type { Store } from '../../ports.ts';
import { UsageError } from '../shell/usage-error.ts';
import { openStore, organizationFrom } from './connection.ts';

/** Which store is looked into, by commands that need no platform. */
export interface StoreFlags {
  readonly bucket?: string;
  readonly store?: string;
  readonly organization?: string;
}

export const storeOptions = (command: Command): Command =>
  command
    .option('--bucket <name>', "the deployment's bucket on AWS; else a directory of this machine")
    .option('--store <directory>', 'where runs and reports are kept (HEADROOM_STORE)')
    .option('--organization <id>', 'organization whose store it is (HEADROOM_ORGANIZATION)');

/**
 * The store of a deployment is its bucket, that of this machine a directory.
 * @throws UsageError when both are given, or neither and no organization
 */
export const openCommandStore = async (
  environment: Readonly<Record<string, string | undefined>>,
  flags: StoreFlags,
): Promise<Store> => {
  if (flags.bucket !== undefined) {
    if (flags.store !== undefined) throw new UsageError('give --bucket or --store, not both');
    return (await import('../../aws/s3-store.ts')).openS3Store(flags.bucket);
  }
  const isGiven = flags.store !== undefined || environment.HEADROOM_STORE !== undefined;
  return openStore(flags, environment, isGiven ? '' : organizationFrom(flags, environment));
};
