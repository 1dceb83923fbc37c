import * as z from 'zod';
import { type Profile, profiles } from '../core/model/profile.ts';

/** Names of the environment variables through which infrastructure configures a Lambda; both sides use these. */
export const environmentNames = {
  baseUrl: 'HEADROOM_BASE_URL',
  organization: 'HEADROOM_ORGANIZATION',
  profile: 'HEADROOM_PROFILE',
  searchEngine: 'HEADROOM_SEARCH_ENGINE',
  bucket: 'HEADROOM_BUCKET',
  auditLockDays: 'HEADROOM_AUDIT_LOCK_DAYS',
  bus: 'HEADROOM_BUS',
  secret: 'HEADROOM_SECRET',
  rotatedSecret: 'HEADROOM_ROTATED_SECRET',
  retirement: 'HEADROOM_RETIREMENT',
  callsPerMinute: 'HEADROOM_CALLS_PER_MINUTE',
} as const;

export type EnvironmentKey = keyof typeof environmentNames;

/** What it takes to call the platform. */
export const platformEnvironment = [
  'baseUrl',
  'organization',
  'profile',
  'searchEngine',
  'secret',
  'callsPerMinute',
] as const satisfies readonly EnvironmentKey[];

/** What it takes to replace or revoke tokens: to call the platform with any of the secret's tokens. */
export const tokenEnvironment = [
  'baseUrl',
  'organization',
  'rotatedSecret',
  'callsPerMinute',
] as const satisfies readonly EnvironmentKey[];

/** Stands for the search product's word where none is set, so that the platform is asked for its own. */
const notSet = 'auto';

/** The value of the variable for the search product's word: the documented profile has that of spec.md. */
export const wordToTell = (settings: { readonly profile: Profile; readonly searchEngine?: string }): string =>
  settings.searchEngine ?? (settings.profile === 'current' ? notSet : 'engine');

const variables = {
  baseUrl: z.string().min(1),
  organization: z.string().min(1),
  profile: z.enum(profiles),
  /** Undefined where none is set. */
  searchEngine: z
    .string()
    .min(1)
    .transform((word) => (word === notSet ? undefined : word)),
  bucket: z.string().min(1),
  /** Days for which S3 lets no one delete a file of the audit; 0 for no such lock. */
  auditLockDays: z.coerce.number().int().nonnegative(),
  bus: z.string().min(1),
  /** ARN of the secret that holds the token. */
  secret: z.string().min(1),
  /** The same, for those who replace or revoke its tokens. */
  rotatedSecret: z.string().min(1),
  /** ARN of the state machine that waits and then revokes the token that was replaced. */
  retirement: z.string().min(1),
  /** For this one function: the map's concurrency times this stays below what the platform may be asked. */
  callsPerMinute: z.coerce.number().int().positive(),
} as const satisfies Record<EnvironmentKey, z.ZodType>;

export type Environment = { readonly [K in EnvironmentKey]: z.infer<(typeof variables)[K]> };

/**
 * Reads the variables that a function needs, and only those.
 * @throws Error naming the variable that is missing or wrong, never its value
 */
export const readEnvironment = <K extends EnvironmentKey>(
  variablesGiven: Readonly<Record<string, string | undefined>>,
  keys: readonly K[],
): Pick<Environment, K> =>
  Object.fromEntries(
    keys.map((key) => {
      const name = environmentNames[key];
      const read = variables[key].safeParse(variablesGiven[name]);
      if (!read.success)
        throw new Error(`the environment variable ${name} is missing or not usable; deploy the stack anew`);
      return [key, read.data];
    }),
  ) as Pick<Environment, K>;
