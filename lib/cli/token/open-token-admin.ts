import { openFileSecretStore, secretIdOf } from '../../local/secret-file.ts';
import { secretFilePath } from '../../local/secret-path.ts';
import type { ConnectToken } from '../../ports.ts';
import { systemClock, systemSleep } from '../../run/system-clock.ts';
import { localConnectToken } from '../session/client.ts';
import { addressFrom } from '../session/connection.ts';
import { organizationFrom } from '../session/organization.ts';
import { openAwsTokenAdmin } from './aws-token-admin.ts';
import { createFileTokenAdmin } from './file-token-admin.ts';
import type { TokenAdmin } from './token-admin.ts';

/** Flags that select the token. */
export interface TokenAdminFlags {
  readonly secretArn?: string;
  readonly secretFile?: string;
  readonly baseUrl?: string;
  readonly organization?: string;
  readonly callsPerMinute?: string;
}

interface Context {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * The administration of the token: a secret of the AWS deployment, otherwise a local file. `onProblem` receives errors
 * that do not stop the command.
 * @throws UsageError without an organization
 */
export const openTokenAdmin = async (
  { environment, signal }: Context,
  flags: TokenAdminFlags,
  onProblem: (error: unknown) => void,
): Promise<TokenAdmin> => {
  const arn = flags.secretArn ?? (flags.secretFile === undefined ? environment.HEADROOM_SECRET : undefined);
  if (arn) return openAwsTokenAdmin(arn);
  const path = secretFilePath(environment, organizationFrom(flags, environment), flags.secretFile);
  let connect: ConnectToken | undefined;
  return createFileTokenAdmin({
    file: openFileSecretStore(path, await secretIdOf(path), systemClock),
    // The platform's address is required only for calls to it.
    connectToken: (value) => {
      connect ??= localConnectToken(addressFrom(flags, environment, signal));
      return connect(value);
    },
    clock: systemClock,
    sleep: systemSleep,
    onProblem,
  });
};
