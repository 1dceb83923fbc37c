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
import { assertOwnSecret, currentValue, storedPrefixes, withToken } from '../lib/run/token/stored-tokens.ts';

type RetirePorts = Pick<TokenPorts, 'secretStore' | 'connectToken' | 'clock' | 'sleep'>;

const inUse = (versions: readonly SecretVersion[], versionId: string): boolean =>
  versions.some(
    (version) =>
      version.id === versionId && [stages.current, stages.pending].some((stage) => version.stages.includes(stage)),
  );

/** Revokes a token with itself: every owner may revoke their own token. */
const revokeItself = (ports: RetirePorts, value: SecretValue, versionId: string): Promise<'revoked' | 'gone'> =>
  withToken(ports, value, async (connection: TokenConnection) => {
    try {
      const listed = listedAs(await connection.list(), value);
      if (listed === undefined) {
        throw new TokenUnlisted(
          `the platform accepts the replaced token of version ${versionId} but does not list it; revoke it by hand`,
        );
      }
      await connection.revoke(listed.prefix);
      return 'revoked';
    } catch (error) {
      // The token is revoked or expired, possibly by an earlier call whose answer was lost.
      if (error instanceof PlatformUnauthorized) return 'gone';
      throw error;
    }
  });

/**
 * Revokes tokens of this secret that are stored nowhere: the token of the replaced version, if the secret no longer has
 * it, and others that are old enough. @returns their number
 */
const sweep = async (ports: RetirePorts, current: SecretValue, versionId: string): Promise<number> => {
  const { secretStore, clock } = ports;
  const { versions } = await secretStore.describe();
  const stored = await storedPrefixes(secretStore, versions);
  return withToken(ports, current, async (connection) => {
    const tokens = await connection.list();
    const { id } = secretStore;
    const orphans = [
      ...lostByRotation(tokens, id, versionId, stored),
      ...sweepable(tokens, id, stored, clock.now()),
    ].map(({ prefix }) => prefix);
    const prefixes = new Set(orphans);
    for (const prefix of prefixes) await connection.revoke(prefix);
    return prefixes.size;
  });
};

/**
 * Revokes the token of a replaced version, unless it is in use again: its version is current or pending, or the current
 * version has the same token. Idempotent.
 * @throws TokenRefused if the current token does not work, TokenUnlisted, SecretUnavailable, platform errors
 */
export const retireToken =
  (ports: RetirePorts) =>
  async ({ versionId, secret }: TaskInput<'retire-token'>): Promise<TaskOutput<'retire-token'>> => {
    const { secretStore } = ports;
    assertOwnSecret(secretStore, secret);
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
