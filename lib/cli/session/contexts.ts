import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Context, Contexts } from '../../documents/contexts/contexts.ts';
import { readNamed } from '../../documents/files/named.ts';
import { replaceFile } from '../../local/whole-file.ts';
import type { ConnectionFlags } from '../shell/options.ts';
import { UsageError } from '../shell/usage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The file with the contexts of a user. */
export const contextsFile = (environment: Environment): string =>
  join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'headroom', 'config.yaml');

/** @throws UsageError if the contexts are invalid: a command must not run against another organization by mistake */
const contextsIn = async (body: string, file: string): Promise<Contexts> => {
  const { parseContexts } = await import('../../documents/contexts/contexts.ts');
  const parsed = parseContexts(body, file);
  if ('errors' in parsed) throw new UsageError(parsed.errors.trim().replaceAll('\n', '; '));
  return parsed.contexts;
};

/** The contexts of the user; none without a file. @throws UsageError if the file is invalid */
export const readContexts = async (environment: Environment): Promise<Contexts> => {
  const file = contextsFile(environment);
  return existsSync(file) ? contextsIn(await readFile(file, 'utf8'), file) : { contexts: [] };
};

/** The contexts of a file that a person names. @throws Error if it cannot be read; UsageError if it is invalid */
export const readNamedContexts = async (file: string): Promise<Contexts> =>
  contextsIn(await readNamed(file, { use: 'a list of contexts', mostMib: 1 }), file);

/** Replaces the file; only its owner can read it. */
export const writeContexts = async (environment: Environment, all: Contexts): Promise<void> => {
  const { contextsText } = await import('../../documents/contexts/contexts.ts');
  await replaceFile(contextsFile(environment), contextsText(all));
};

/** @throws UsageError with the known names if there is no such context */
export const contextNamed = ({ contexts }: Contexts, name: string): Context => {
  const found = contexts.find((one) => one.name === name);
  if (found !== undefined) return found;
  const known =
    contexts.length === 0
      ? 'none exists; headroom init writes one'
      : `known: ${contexts.map((one) => one.name).join(', ')}`;
  throw new Error(`no context ${name}; ${known}`);
};

/** The environment variables that a context stands for. */
const variablesOf = ({ baseUrl, organization, profile, store, awsProfile, tokenFile }: Context) => ({
  HEADROOM_BASE_URL: baseUrl,
  HEADROOM_ORGANIZATION: organization,
  ...(profile !== undefined && { HEADROOM_PROFILE: profile }),
  ...(store !== undefined && { HEADROOM_STORE: store }),
  ...(awsProfile !== undefined && { AWS_PROFILE: awsProfile }),
  ...(tokenFile !== undefined && { HEADROOM_SECRET_FILE: tokenFile }),
});

/** Flags that say which organization a command is for. */
type PlaceFlags = Pick<ConnectionFlags, 'baseUrl' | 'organization'>;

/** The place that flags and environment name and the context does not have; undefined if they agree. */
const contradiction = (context: Context, named: PlaceFlags): string | undefined => {
  if (named.organization !== undefined && named.organization !== context.organization) return named.organization;
  return named.baseUrl !== undefined && named.baseUrl !== context.baseUrl ? named.baseUrl : undefined;
};

/** Settings that would mix two organizations if they remained beside a context that is chosen by name. */
const ofAnotherPlace = ['HEADROOM_STORE', 'HEADROOM_PROFILE', 'HEADROOM_SECRET_FILE', 'HEADROOM_SEARCH_ENGINE'];

const chosen = (context: Context, environment: Environment): Environment => {
  const rest = Object.entries(environment).filter(([variable]) => !ofAnotherPlace.includes(variable));
  const { HEADROOM_TOKEN: token, ...without } = Object.fromEntries(rest);
  const kept = context.tokenFile === undefined ? { ...without, HEADROOM_TOKEN: token } : without;
  return { ...kept, ...variablesOf(context) };
};

/** The environment itself wins; an empty variable counts as absent. */
const beneath = (context: Context, environment: Environment): Environment => {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { ...environment, ...variablesOf(context), ...Object.fromEntries(set) };
};

/**
 * The environment of a command with its context: the one that `--context` or HEADROOM_CONTEXT names replaces the
 * environment's settings; the current one only fills gaps, and never for another organization.
 * @param known default: the contexts in the user's file
 * @throws UsageError if there is no such context, or the flags name another organization or platform
 */
export const withContext = async (
  environment: Environment,
  name: string | undefined,
  flags: PlaceFlags,
  known?: Contexts,
): Promise<Environment> => {
  const wanted = name ?? (environment.HEADROOM_CONTEXT || undefined);
  if (wanted === undefined && !existsSync(contextsFile(environment))) return environment;
  const all = known ?? (await readContexts(environment));
  if (wanted !== undefined) {
    const context = contextNamed(all, wanted);
    const other = contradiction(context, flags);
    if (other !== undefined)
      throw new UsageError(`context ${wanted} is not of ${other}; omit --context or the other flag`);
    return chosen(context, environment);
  }
  if (all.current === undefined) return environment;
  const context = contextNamed(all, all.current);
  const { HEADROOM_BASE_URL: baseUrl, HEADROOM_ORGANIZATION: organization } = environment;
  const named = {
    baseUrl: flags.baseUrl ?? (baseUrl || undefined),
    organization: flags.organization ?? (organization || undefined),
  };
  return contradiction(context, named) === undefined ? beneath(context, environment) : environment;
};
