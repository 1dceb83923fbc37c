import type { SecretValue } from '../core/token/rotation.ts';
import type { TokenConnection } from '../ports.ts';
import { listProjects } from './operations/projects.ts';
import { applicationUserTokens, personalTokens } from './operations/tokens.ts';
import { type CallerConnectionOptions, openCaller } from './transport/open-caller.ts';

interface TokenConnectionOptions extends Omit<CallerConnectionOptions, 'secrets'> {
  /** Id of the organization whose projects and application users the connection uses. */
  readonly organization: string;
}

/**
 * A connection with one fixed token; neither a cache nor a 401 replaces it.
 * @throws Error for an invalid base URL, RangeError for invalid time-outs.
 */
export const connectWithToken = (options: TokenConnectionOptions, value: SecretValue): TokenConnection => {
  const { token, applicationUser } = value;
  const { organization } = options;
  const { caller, redactor, close } = openCaller({ ...options, secrets: { token: async () => token } });
  const tokens =
    applicationUser === undefined
      ? personalTokens(caller, redactor)
      : applicationUserTokens(caller, redactor, organization, applicationUser);
  const projects = listProjects(caller, organization);
  return { ...tokens, countProjects: async () => (await projects()).projects.length, close };
};
