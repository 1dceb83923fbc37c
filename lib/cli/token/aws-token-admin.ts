import { randomUUID } from 'node:crypto';
import { UsageError } from '../shell/usage-error.ts';
import type { TokenAdmin } from './token-admin.ts';

/** The token in Secrets Manager, where functions rotate and revoke it. Loads the AWS SDK on first use. */
export const openAwsTokenAdmin = async (secret: string): Promise<TokenAdmin> => {
  const { openManagedSecret } = await import('../../aws/managed-secret.ts');
  const managed = openManagedSecret(secret);
  return {
    place: secret,
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
    retire: async () => {
      throw new UsageError(
        'on AWS the workflow retire-token revokes replaced tokens; this command is for local tokens',
      );
    },
  };
};
