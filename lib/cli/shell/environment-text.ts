import { createRedactor } from '../../client/transport/redact.ts';
import type { CommandLine } from './command-line.ts';

/** Text of the environment that becomes part of records: without secrets, of bounded length, in characters that names have. */

export type Environment = CommandLine['environment'];

const secretVariable = /token|secret|password/i;
/** A shorter value is hardly a secret, and would mask parts of ordinary words. */
const shortestSecret = 8;

const masked = (text: string, environment: Environment): string => {
  const redactor = createRedactor();
  for (const [name, value = ''] of Object.entries(environment)) {
    if (secretVariable.test(name) && value.length >= shortestSecret) redactor.learn(value);
  }
  return redactor.clean(text);
};

export const longestName = 64;

/** Everything but characters of ordinary names: a name becomes part of leases, whose text has commas and spaces of its own. */
const unusual = /[^\p{L}\p{N}._@+\\[\]-]/gu;

/** Whether a text can stand in records as it is. */
export const isName = (text: string): boolean =>
  text !== '' && text.length <= longestName && text.replaceAll(unusual, '') === text;

/** The name in a text; undefined if it has no character of a name. */
export const nameIn = (text: string | undefined, environment: Environment): string | undefined =>
  masked(text ?? '', environment)
    .replaceAll(unusual, '')
    .slice(0, longestName) || undefined;

const longestAddress = 200;

/** The address of a web page without credentials, query and fragment; undefined for any other text. */
const pageAt = (text: string, environment: Environment): string | undefined => {
  const address = masked(text, environment);
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, pathname } = new URL(address);
  const page = `${origin}${pathname}`;
  return /^https?:$/.test(protocol) && page.length <= longestAddress ? page : undefined;
};

/** The page of the CI run that the command is part of, on GitHub or GitLab; undefined elsewhere. */
export const runPage = (environment: Environment): string | undefined => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job } = environment;
  if (server && repository && run) return pageAt(`${server}/${repository}/actions/runs/${run}`, environment);
  return job ? pageAt(job, environment) : undefined;
};
