import * as z from 'zod';
import { type Profile, profiles } from '../core/model/model.ts';

/** Names the deployment in logs and metrics. Every function has it, beside the variables of its contract. */
export const deploymentVariable = 'HEADROOM_DEPLOYMENT';

export type EnvironmentKey = keyof typeof variables;

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

const text = z.string().min(1);

/** Environment variables by which infrastructure configures a Lambda: the name of each, and what it takes. */
const variables = {
  baseUrl: ['HEADROOM_BASE_URL', text],
  organization: ['HEADROOM_ORGANIZATION', text],
  profile: ['HEADROOM_PROFILE', z.enum(profiles)],
  /** Undefined: the client detects the name. */
  searchEngine: ['HEADROOM_SEARCH_ENGINE', text.transform((name) => (name === detected ? undefined : name))],
  bucket: ['HEADROOM_BUCKET', text],
  /** Days for which S3 Object Lock protects each audit file; 0 disables the lock. */
  auditLockDays: ['HEADROOM_AUDIT_LOCK_DAYS', z.coerce.number().int().nonnegative()],
  bus: ['HEADROOM_BUS', text],
  /** ARN of the secret that contains the token. */
  secret: ['HEADROOM_SECRET', text],
  /** ARN of the same secret, for tasks that replace or revoke its tokens. */
  rotatedSecret: ['HEADROOM_ROTATED_SECRET', text],
  /** ARN of the state machine that waits and then revokes a replaced token. */
  retirement: ['HEADROOM_RETIREMENT', text],
  /** Limit of all functions together, which the ledger divides. */
  callsPerMinute: ['HEADROOM_CALLS_PER_MINUTE', z.coerce.number().int().positive()],
  /** Whether a run request approves the plan that it names, or only an approval in the store counts. */
  approvalRule: ['HEADROOM_APPROVAL_RULE', z.enum(['request', 'stored'])],
  /** ARN of the secret with addresses and keys of the channels. */
  channels: ['HEADROOM_CHANNELS_SECRET', text],
  /** ARN of the state machine of the runs, for links. */
  workflow: ['HEADROOM_WORKFLOW', text],
  /** ARN of the stack, which names the owner of the store. */
  stack: ['HEADROOM_STACK', text],
} as const satisfies Readonly<Record<string, readonly [name: string, z.ZodType]>>;

/** The names of all variables. */
export const environmentNames = Object.fromEntries(Object.entries(variables).map(([key, [name]]) => [key, name])) as {
  readonly [K in EnvironmentKey]: (typeof variables)[K][0];
};

export type Environment = { readonly [K in EnvironmentKey]: z.infer<(typeof variables)[K][1]> };

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
      const [name, variable] = variables[key];
      const read = variable.safeParse(variableValues[name]);
      if (!read.success) throw new Error(`environment variable ${name} is missing or invalid; deploy the stack again`);
      return [key, read.data];
    }),
  ) as Pick<Environment, K>;
