import { hostname, userInfo } from 'node:os';
import { createRedactor } from '../../client/transport/redact.ts';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './usage-error.ts';

/** Text of the environment that becomes part of records: without secrets, of bounded length, in characters that names have. */

type Environment = CommandLine['environment'];

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

const longestName = 64;

/** Everything but characters of ordinary names: a name becomes part of leases, whose text has commas and spaces of its own. */
const unusual = /[^\p{L}\p{N}._@+\\[\]-]/gu;

/** Whether a text can stand in records as it is. */
const isName = (text: string): boolean =>
  text !== '' && text.length <= longestName && text.replaceAll(unusual, '') === text;

/** The name in a text; undefined if it has no character of a name. */
const nameIn = (text: string | undefined, environment: Environment): string | undefined =>
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
const runPage = (environment: Environment): string | undefined => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job } = environment;
  if (server && repository && run) return pageAt(`${server}/${repository}/actions/runs/${run}`, environment);
  return job ? pageAt(job, environment) : undefined;
};

/**
 * Who runs a command: the person and the CI run, else the user and the host. All of it is a claim: the person who sets the
 * environment chooses the name.
 */

type Asking = Pick<CommandLine, 'environment'>;
type SystemUser = () => string;

const processUser: SystemUser = () => userInfo().username;

/** Name of the process's user; undefined if the system has no entry for it, as in a container with an arbitrary user id. */
const nameFrom = (systemUser: SystemUser): string | undefined => {
  try {
    return systemUser();
  } catch {
    return undefined;
  }
};

/** Name of the process's user: from the environment, else from the system; undefined if neither has one. */
export const userOf = ({ environment }: Asking, systemUser: SystemUser = processUser): string | undefined =>
  nameIn(environment.USER || environment.USERNAME || environment.LOGNAME || nameFrom(systemUser), environment);

/** The person that `--requester` or the CI system names. GitHub's first variable is the person who runs a job again. */
const claimedName = (environment: Environment): string | undefined => {
  const { HEADROOM_REQUESTER, GITHUB_TRIGGERING_ACTOR, GITHUB_ACTOR, GITLAB_USER_LOGIN } = environment;
  return nameIn(HEADROOM_REQUESTER || GITHUB_TRIGGERING_ACTOR || GITHUB_ACTOR || GITLAB_USER_LOGIN, environment);
};

/** A name as `--requester` gives it. @throws UsageError, which does not repeat the name: it may be a secret */
export const requesterName = (text: string): string => {
  if (isName(text)) return text;
  throw new UsageError(
    `--requester: must be 1 to ${longestName} letters, digits or any of . _ @ + - [ ] without spaces, such as anna or anna@example.org`,
  );
};

const withPage = (name: string, page: string | undefined): string => (page === undefined ? name : `${name} (${page})`);

/** Who runs the command, without the host: `octocat (https://github.com/acme/disks/actions/runs/7)`, or `ada`. */
export const personOf = (line: Asking, systemUser?: SystemUser): string | undefined => {
  const name = claimedName(line.environment) ?? userOf(line, systemUser);
  return name === undefined ? undefined : withPage(name, runPage(line.environment));
};

/** Who runs the command, for records of what they write: the person and the CI run, else the person and the host. */
export const requesterOf = (line: Asking, systemUser?: SystemUser): string => {
  const person = personOf(line, systemUser) ?? 'an unknown user';
  return runPage(line.environment) === undefined ? `${person} on ${hostname()}` : person;
};

/** The person behind a caller whom AWS names: ` for octocat (…)`; empty if neither `--requester` nor the CI system names one. */
export const claimOf = ({ environment }: Asking): string => {
  const name = claimedName(environment);
  return name === undefined ? '' : ` for ${withPage(name, runPage(environment))}`;
};

/** Who stops or restrains runs, which must work also if AWS does not say who they are. */
export const restrainer = (line: Asking, identity: () => Promise<string>): Promise<string> =>
  identity().catch(() => requesterOf(line));
