import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file that keeps the token of an organization on this machine: beside other settings of the user, and not in the
 * store, whose reports are passed on.
 */
export const secretFilePath = (environment: Environment, organization: string, given?: string): string =>
  given ??
  (environment.HEADROOM_SECRET_FILE ||
    join(
      environment.XDG_CONFIG_HOME || join(homedir(), '.config'),
      'headroom',
      encodeURIComponent(organization),
      'token.json',
    ));
