import { hostname, userInfo } from 'node:os';
import type { CommandLine } from './command-line.ts';

/** Name of the process's user; undefined if the system has no entry for it, as in a container with an arbitrary user id. */
const nameFrom = (systemUser: () => string): string | undefined => {
  try {
    return systemUser();
  } catch {
    return undefined;
  }
};

/**
 * Name of the user at the command line: from the environment, else from the system; undefined if neither has one.
 * Only characters of ordinary names remain, because the name becomes part of leases and records.
 */
export const userOf = (
  { environment }: Pick<CommandLine, 'environment'>,
  systemUser: () => string = () => userInfo().username,
): string | undefined =>
  (environment.USER || environment.USERNAME || environment.LOGNAME || nameFrom(systemUser))?.replaceAll(
    /[^\p{L}\p{N}._@\\-]/gu,
    '',
  ) || undefined;

/** The user at the command line, for records of what they wrote, as far as the system identifies one. */
export const userOnHost = (line: Pick<CommandLine, 'environment'>): string =>
  `${userOf(line) ?? 'an unknown user'} on ${hostname()}`;

/** Who stops or restrains runs, which must work also if AWS does not say who they are. */
export const restrainer = (line: Pick<CommandLine, 'environment'>, identity: () => Promise<string>): Promise<string> =>
  identity().catch(() => userOnHost(line));
