import { openFileSecretStore, secretIdOf } from '../../local/secret-file.ts';
import { secretFilePath } from '../../local/secret-path.ts';
import type { ConnectToken } from '../../ports.ts';
import { systemClock, systemSleep } from '../../run/system-clock.ts';
import { localConnectToken } from '../session/client.ts';
import { addressFrom, organizationFrom } from '../session/connection.ts';
import { openAwsTokenAdmin } from './aws-token-admin.ts';
import { createFileTokenAdmin } from './file-token-admin.ts';
import type { TokenAdmin } from './token-admin.ts';

/** Which token is meant, as the command line says it. */
export interface TokenAdminFlags {
  readonly secretArn?: string;
  readonly secretFile?: string;
  readonly baseUrl?: string;
  readonly organization?: string;
  readonly callsPerMinute?: string;
}

interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/**
 * Where the token is kept: a secret of the AWS deployment, else a file of this machine. `onProblem` is told of what went
 * wrong and stops nothing.
 * @throws UsageError when no organization is given
 */
export const openTokenAdmin = async (
  { environment, signal }: Surroundings,
  flags: TokenAdminFlags,
  onProblem: (error: unknown) => void,
): Promise<TokenAdmin> => {
  const arn = flags.secretArn ?? (flags.secretFile === undefined ? environment.HEADROOM_SECRET : undefined);
  if (arn) return openAwsTokenAdmin(arn);
  const path = secretFilePath(environment, organizationFrom(flags, environment), flags.secretFile);
  let connect: ConnectToken | undefined;
  return createFileTokenAdmin({
    file: openFileSecretStore(path, await secretIdOf(path), systemClock),
    // Where the platform is matters only to what asks it.
    connectToken: (value) => {
      connect ??= localConnectToken(addressFrom(flags, environment, signal));
      return connect(value);
    },
    clock: systemClock,
    sleep: systemSleep,
    onProblem,
  });
};
