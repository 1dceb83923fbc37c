import { onLambda } from '../lib/aws/handler.ts';
import { PlatformUnauthorized, TokenUnlisted } from '../lib/contract/errors.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import {
  listedAs,
  lostByRotation,
  type SecretValue,
  type SecretVersion,
  stages,
  sweepable,
} from '../lib/core/token/rotation.ts';
import type { TokenConnection, TokenPorts } from '../lib/ports.ts';
import { proveToken } from '../lib/run/token/prove-token.ts';
import { currentValue, storedPrefixes } from '../lib/run/token/stored-tokens.ts';
import { withToken } from '../lib/run/token/with-token.ts';

type RetirePorts = Pick<TokenPorts, 'secretStore' | 'connectToken' | 'clock' | 'sleep'>;

const inUse = (versions: readonly SecretVersion[], versionId: string): boolean =>
  versions.some(
    (version) =>
      version.id === versionId && [stages.current, stages.pending].some((stage) => version.stages.includes(stage)),
  );

/** A token revokes itself: whoever owns it, that it may do. */
const revokeItself = (ports: RetirePorts, value: SecretValue, versionId: string): Promise<'revoked' | 'gone'> =>
  withToken(ports, value, async (connection: TokenConnection) => {
    try {
      const listed = listedAs(await connection.list(), value);
      if (listed === undefined) {
        throw new TokenUnlisted(
          `the platform accepts the token of version ${versionId}, which was replaced, but does not list it; revoke it by hand`,
        );
      }
      await connection.revoke(listed.prefix);
      return 'revoked';
    } catch (error) {
      // Revoked, or expired, or just revoked by a call whose answer was lost.
      if (error instanceof PlatformUnauthorized) return 'gone';
      throw error;
    }
  });

/**
 * Revokes tokens of this secret that are stored nowhere: that of the replaced version, should the secret have forgotten
 * it, and others that are old enough. @returns how many
 */
const sweep = async (ports: RetirePorts, current: SecretValue, versionId: string): Promise<number> => {
  const { secretStore, clock } = ports;
  const { versions } = await secretStore.describe();
  const stored = await storedPrefixes(secretStore, versions);
  return withToken(ports, current, async (connection) => {
    const tokens = await connection.list();
    const { id } = secretStore;
    const left = [...lostByRotation(tokens, id, versionId, stored), ...sweepable(tokens, id, stored, clock.now())].map(
      ({ prefix }) => prefix,
    );
    const prefixes = new Set(left);
    for (const prefix of prefixes) await connection.revoke(prefix);
    return prefixes.size;
  });
};

/**
 * Revokes the token of a version that was replaced, unless it is in use after all: its version came back, another version
 * holds the same token, or the token that replaced it does not work. Safe to repeat.
 * @throws TokenRefused when the current token does not work, TokenUnlisted, SecretUnavailable, platform errors
 */
export const retireToken =
  (ports: RetirePorts) =>
  async ({ versionId }: TaskInput<'retire-token'>): Promise<TaskOutput<'retire-token'>> => {
    const { secretStore } = ports;
    const { versions } = await secretStore.describe();
    if (inUse(versions, versionId)) return { status: 'kept', swept: 0 };
    const current = await currentValue(secretStore, versions);
    await proveToken(ports, current);
    const replaced = await secretStore.read(versionId);
    if (replaced?.token === current.token) return { status: 'kept', swept: 0 };
    const status = replaced === undefined ? 'gone' : await revokeItself(ports, replaced, versionId);
    return { status, swept: await sweep(ports, current, versionId) };
  };

export const handler = onLambda(tasks['retire-token'], retireToken);
