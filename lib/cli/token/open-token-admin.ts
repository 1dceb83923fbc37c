import { randomUUID } from 'node:crypto';
import { secretOutput } from '../../contract/secret.ts';
import { openFileSecretStore, secretFilePath, secretIdOf } from '../../local/secret-file.ts';
import type { ConnectToken } from '../../ports.ts';
import { systemClock, systemSleep } from '../../run/system-clock.ts';
import { localConnectToken } from '../session/client.ts';
import { addressFrom } from '../session/connection.ts';
import { organizationFrom } from '../session/open-store.ts';
import { UsageError } from '../shell/usage-error.ts';
import { createFileTokenAdmin, type TokenAdmin } from './file-token-admin.ts';

/** The token in Secrets Manager, where functions rotate and revoke it. Loads the AWS SDK on first use. */
const openAwsTokenAdmin = async (secret: string, environment: Context['environment']): Promise<TokenAdmin> => {
  const { openManagedSecret } = await import('../../aws/managed-secret.ts');
  const managed = openManagedSecret(secret, environment);
  return {
    secretName: secret,
    store: (value, stage) => managed.store(randomUUID(), value, stage),
    status: async () => ({
      versions: (await managed.versions()).map((version) => ({ ...version, listed: null })),
      nextRotationAt: await managed.nextRotationAt(),
      replaced: [],
    }),
    rotate: async () => {
      await managed.rotate();
      return 'started';
    },
    replaced: async () => [],
    retire: async () => {
      throw new UsageError(
        'on AWS the workflow retire-token revokes replaced tokens; this command is for local tokens',
      );
    },
  };
};

/** Flags that select the token. */
interface TokenAdminFlags {
  /** Stack of a deployment on AWS. */
  readonly stack?: string;
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

/** ARN of the secret of a deployment. @throws Error if the stack is not Headroom's */
const arnInStack = async (stack: string, environment: Context['environment']): Promise<string> => {
  const { openDeployment } = await import('../../aws/operator/deployment.ts');
  return (await openDeployment(stack, environment)).output(secretOutput);
};

/** ARN of the secret on AWS; undefined for a file on this machine. */
const arnFrom = async (
  { stack, secretArn, secretFile }: TokenAdminFlags,
  environment: Context['environment'],
): Promise<string | undefined> => {
  if (stack === undefined) return secretArn ?? (secretFile === undefined ? environment.HEADROOM_SECRET : undefined);
  if (secretArn === undefined && secretFile === undefined) return arnInStack(stack, environment);
  throw new UsageError('--stack, --secret-arn and --secret-file each name a secret; use one of them');
};

/**
 * The administration of the token: a secret of the AWS deployment, otherwise a local file. `onProblem` receives errors
 * that do not stop the command.
 * @throws UsageError without an organization, or for flags that name no secret
 */
export const openTokenAdmin = async (
  { environment, signal }: Context,
  flags: TokenAdminFlags,
  onProblem: (error: unknown) => void,
): Promise<TokenAdmin> => {
  const arn = await arnFrom(flags, environment);
  if (arn) return openAwsTokenAdmin(arn, environment);
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
