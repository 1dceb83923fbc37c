import * as z from 'zod';
import { type Profile, profiles } from '../core/model/profile.ts';

/** Environment variables by which infrastructure configures a Lambda. */
export const environmentNames = {
  baseUrl: 'HEADROOM_BASE_URL',
  organization: 'HEADROOM_ORGANIZATION',
  profile: 'HEADROOM_PROFILE',
  searchEngine: 'HEADROOM_SEARCH_ENGINE',
  bucket: 'HEADROOM_BUCKET',
  auditLockDays: 'HEADROOM_AUDIT_LOCK_DAYS',
  backups: 'HEADROOM_BACKUPS',
  bus: 'HEADROOM_BUS',
  secret: 'HEADROOM_SECRET',
  rotatedSecret: 'HEADROOM_ROTATED_SECRET',
  retirement: 'HEADROOM_RETIREMENT',
  callsPerMinute: 'HEADROOM_CALLS_PER_MINUTE',
  approvalRule: 'HEADROOM_APPROVAL_RULE',
  channels: 'HEADROOM_CHANNELS_SECRET',
  workflow: 'HEADROOM_WORKFLOW',
  stack: 'HEADROOM_STACK',
} as const;

/** Names the deployment in logs and metrics. Every function has it, beside the variables of its contract. */
export const deploymentVariable = 'HEADROOM_DEPLOYMENT';

/** Set if the deployment has a dashboard: functions then emit the levels that only a graph shows (lib/contract/telemetry.ts). */
export const levelsVariable = 'HEADROOM_LEVELS';

export type EnvironmentKey = keyof typeof environmentNames;

/** Variables of a task that calls the platform; the bucket contains the ledger of calls. */
export const platformEnvironment = [
  'baseUrl',
  'organization',
  'profile',
  'searchEngine',
  'secret',
  'bucket',
  'callsPerMinute',
] as const satisfies readonly EnvironmentKey[];

/** Variables of a task that replaces or revokes tokens: it calls the platform with any token of the secret. */
export const tokenEnvironment = [
  'baseUrl',
  'organization',
  'rotatedSecret',
  'bucket',
  'callsPerMinute',
] as const satisfies readonly EnvironmentKey[];

/** Value of the search product's variable when no name is set: the client then detects the platform's own name. */
const detected = 'auto';

/** Value of the search product's variable; the documented profile uses the name in the specification. */
export const searchEngineVariable = (settings: { readonly profile: Profile; readonly searchEngine?: string }): string =>
  settings.searchEngine ?? (settings.profile === 'current' ? detected : 'engine');

/** Separates the ARNs of several secrets: no ARN contains one. */
const secretSeparator = ',';

/** Value of the variables that name the secrets. */
export const secretsVariable = (arns: readonly string[]): string => arns.join(secretSeparator);

const secretArns = z
  .string()
  .transform((text) => text.split(secretSeparator))
  .pipe(z.array(z.string().min(1)).min(1));

const variables = {
  baseUrl: z.string().min(1),
  organization: z.string().min(1),
  profile: z.enum(profiles),
  /** Undefined: the client detects the name. */
  searchEngine: z
    .string()
    .min(1)
    .transform((productName) => (productName === detected ? undefined : productName)),
  bucket: z.string().min(1),
  /** Days for which S3 Object Lock protects each audit file; 0 disables the lock. */
  auditLockDays: z.coerce.number().int().nonnegative(),
  /** Where backups are: `s3://BUCKET/FOLDER`. */
  backups: z.string().startsWith('s3://'),
  bus: z.string().min(1),
  /** ARNs of the secrets that contain the tokens, in order. */
  secret: secretArns,
  /** ARNs of the same secrets, for tasks that replace or revoke their tokens. */
  rotatedSecret: secretArns,
  /** ARN of the state machine that waits and then revokes a replaced token. */
  retirement: z.string().min(1),
  /** Limit of each token, all functions together, which its ledger divides. */
  callsPerMinute: z.coerce.number().int().positive(),
  /** Whether a run request approves the plan that it names, or only an approval in the store counts. */
  approvalRule: z.enum(['request', 'stored']),
  /** ARN of the secret with addresses and keys of the channels. */
  channels: z.string().min(1),
  /** ARN of the state machine of the runs, for links. */
  workflow: z.string().min(1),
  /** ARN of the stack, which names the owner of the store. */
  stack: z.string().min(1),
} as const satisfies Record<EnvironmentKey, z.ZodType>;

export type Environment = { readonly [K in EnvironmentKey]: z.infer<(typeof variables)[K]> };

/**
 * Reads exactly the variables that a function needs.
 * @throws Error that names the missing or invalid variable, never its value
 */
export const readEnvironment = <K extends EnvironmentKey>(
  variableValues: Readonly<Record<string, string | undefined>>,
  keys: readonly K[],
): Pick<Environment, K> =>
  Object.fromEntries(
    keys.map((key) => {
      const name = environmentNames[key];
      const read = variables[key].safeParse(variableValues[name]);
      if (!read.success) throw new Error(`environment variable ${name} is missing or invalid; deploy the stack again`);
      return [key, read.data];
    }),
  ) as Pick<Environment, K>;
