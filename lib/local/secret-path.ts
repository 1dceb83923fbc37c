import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file with an organization's token on this machine: beside other settings of the user, and not in the
 * store, because people share its reports.
 */
export const secretFilePath = (environment: Environment, organization: string, configured?: string): string =>
  configured ??
  (environment.HEADROOM_SECRET_FILE ||
    join(
      environment.XDG_CONFIG_HOME || join(homedir(), '.config'),
      'headroom',
      encodeURIComponent(organization),
      'token.json',
    ));
