import { homedir } from 'node:os';
import { join } from 'node:path';
import type { S3Address } from '../../aws/s3-address.ts';
import { createDirectoryStore, type DirectoryStore } from '../../local/directory-store.ts';
import type { Store } from '../../ports.ts';
import { systemClock } from '../../run/system-clock.ts';
import type { StoreFlags, StorePlaceFlags } from '../shell/options.ts';
import { UsageError } from '../shell/usage-error.ts';
import { claimOf, requesterOf } from '../shell/user.ts';

/** An option's value. @throws UsageError that names the option and its variable if it is missing */
export const required = (value: string | undefined, option: string, variable: string): string => {
  if (value) return value;
  throw new UsageError(`${option} is missing: add it, or set ${variable}; headroom init writes a file that sets it`);
};

/** ID of the organization. @throws UsageError if it is missing */
export const organizationFrom = (
  options: { readonly organization?: string },
  environment: Readonly<Record<string, string | undefined>>,
): string =>
  required(options.organization ?? environment.HEADROOM_ORGANIZATION, '--organization', 'HEADROOM_ORGANIZATION');

type Environment = Readonly<Record<string, string | undefined>>;

/** A store with the upkeep that the command line owes it. */
export interface OpenedStore {
  readonly store: Store;
  /** Present for a directory, which has temporary files to remove. */
  readonly directory?: DirectoryStore;
  /** Path of the directory. */
  readonly folder?: string;
  /** Whether commands remove old runs: the lifecycle rules of a bucket do that for a store that fills it. */
  readonly prunes: boolean;
  /**
   * Who writes to it, for the records of approvals and settings: on AWS the caller's ARN, with the person that the caller
   * claims to act for; else that person, or the user and host.
   * @throws Error if AWS does not say it
   */
  readonly identity: () => Promise<string>;
}

const localIdentity = (environment: Environment) => async (): Promise<string> => requesterOf({ environment });

const callerOnAws = (environment: Environment) => async (): Promise<string> => {
  const { callerArn } = await import('../../aws/operator/caller.ts');
  return `${await callerArn(environment)}${claimOf({ environment })}`;
};

const inBucket = async (address: S3Address, environment: Environment, lockDays = 0): Promise<OpenedStore> => {
  const { isOtherHost, openS3Store } = await import('../../aws/s3-store.ts');
  const store = openS3Store(address, environment, { days: lockDays, clock: systemClock });
  const identity = isOtherHost(environment) ? localIdentity(environment) : callerOnAws(environment);
  return { store, prunes: address.prefix !== '', identity };
};

/** @throws Error if the stack cannot be read */
const ofStack = async (stack: string, environment: Environment): Promise<OpenedStore> => {
  const { openDeployment } = await import('../../aws/operator/deployment.ts');
  const deployment = await openDeployment(stack, environment);
  const lockDays = Number(deployment.outputOrNull('AuditLockDays') ?? 0);
  return inBucket({ bucket: deployment.output('BucketName'), prefix: '' }, environment, lockDays);
};

const inS3 = async (url: string, environment: Environment, option: string): Promise<OpenedStore> => {
  const { parseS3Address } = await import('../../aws/s3-address.ts');
  try {
    return await inBucket(parseS3Address(url), environment);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${option} ${url}: ${error.message}`);
    throw error;
  }
};

const inDirectory = (path: string, environment: Environment): OpenedStore => {
  const directory = createDirectoryStore(path);
  return { store: directory, directory, folder: path, prunes: true, identity: localIdentity(environment) };
};

const scheme = /^([a-z][a-z0-9+.-]*):\/\//i;

/** The store that `--store` or HEADROOM_STORE names. Rejects an empty name, which would select the working directory. */
const named = async (name: string, environment: Environment, option: string): Promise<OpenedStore> => {
  if (name.trim() === '')
    throw new UsageError(
      `${option} is empty: name a directory or s3://BUCKET/PREFIX, or omit it to use the organization's default directory`,
    );
  if (/^s3:(?!\/\/)/i.test(name)) throw new UsageError(`${option} ${name}: write s3://BUCKET/PREFIX, with two slashes`);
  const kind = scheme.exec(name)?.[1];
  if (kind === 's3') return inS3(name, environment, option);
  if (kind === undefined) return inDirectory(name, environment);
  throw new UsageError(`${option} ${name}: must be a directory or s3://BUCKET/PREFIX`);
};

/** The directory of an organization's store on this machine. */
export const defaultFolder = (environment: Environment, organization: string): string =>
  join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'headroom', encodeURIComponent(organization));

/**
 * Opens the store of a command: the bucket of a stack, else `--store` or HEADROOM_STORE, else the organization's
 * directory on this machine. Loads the AWS SDK only for a store in S3.
 * @throws UsageError if the options contradict each other, or the name of the store is invalid
 */
export const openStore = async (
  { stack, store }: StorePlaceFlags,
  environment: Environment,
  organization: () => string,
): Promise<OpenedStore> => {
  if (stack !== undefined) {
    if (store !== undefined) throw new UsageError('use --stack or --store, not both');
    return ofStack(stack, environment);
  }
  const name = store ?? environment.HEADROOM_STORE;
  if (name !== undefined) return named(name, environment, store === undefined ? 'HEADROOM_STORE' : '--store');
  return inDirectory(defaultFolder(environment, organization()), environment);
};

/**
 * Opens the store of a command that needs no platform.
 * @throws UsageError if several stores are named, or neither a store nor an organization
 */
export const openForCommand = async (environment: Environment, flags: StoreFlags): Promise<OpenedStore> => {
  const { bucket, store, stack } = flags;
  if (bucket === undefined) return openStore(flags, environment, () => organizationFrom(flags, environment));
  if (store !== undefined || stack !== undefined) throw new UsageError('use one of --bucket, --stack and --store');
  return inBucket({ bucket, prefix: '' }, environment);
};

/** The same for a command that records no writer. */
export const openCommandStore = async (environment: Environment, flags: StoreFlags): Promise<Store> =>
  (await openForCommand(environment, flags)).store;
