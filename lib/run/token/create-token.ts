import {
  PlatformForbidden,
  PlatformNotFound,
  PlatformNotOffered,
  PlatformRefused,
  StoreConflict,
  TokenNotMintable,
} from '../../contract/errors.ts';
import {
  descriptionOf,
  lostByRotation,
  maxAgeSeconds,
  type SecretValue,
  stages,
  sweepable,
} from '../../core/token/rotation.ts';
import type { SecretDescription, TokenConnection, TokenPorts } from '../../ports.ts';
import { currentValue, storedPrefixes, withToken } from './stored-tokens.ts';

type CreatePorts = Pick<TokenPorts, 'secretStore' | 'connectToken' | 'clock'>;

/** Error code of an organization that does not admit personal tokens (pf 2.10). */
const notAllowed = 'user_personal_token_not_allowed';

const isNotPermitted = (error: unknown): error is Error =>
  error instanceof PlatformForbidden ||
  error instanceof PlatformNotFound ||
  error instanceof PlatformNotOffered ||
  (error instanceof PlatformRefused && error.call.errorCode === notAllowed);

/** @throws TokenNotMintable with a remedy if the platform does not permit the call; other errors unchanged */
const orNotMintable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!isNotPermitted(error)) throw error;
    throw new TokenNotMintable(
      `the current token cannot create another one (${error.message}); ` +
        "grant its owner that right, or supply the next token with 'headroom token store --next'",
    );
  }
};

/**
 * Revokes orphans of earlier attempts: tokens of this rotation at once, other tokens of this secret that are stored nowhere
 * once they are old enough.
 */
const clearUp = async (
  { secretStore, clock }: CreatePorts,
  connection: TokenConnection,
  description: SecretDescription,
  requestToken: string,
): Promise<void> => {
  const tokens = await connection.list();
  const stored = await storedPrefixes(secretStore, description.versions);
  const { id } = secretStore;
  const lost = [...lostByRotation(tokens, id, requestToken, stored), ...sweepable(tokens, id, stored, clock.now())].map(
    ({ prefix }) => prefix,
  );
  for (const prefix of new Set(lost)) await connection.revoke(prefix);
};

/** Stores the new token as the pending version; a token that conflicts is revoked, because it is stored nowhere. */
const store = async ({ secretStore }: CreatePorts, connection: TokenConnection, id: string, value: SecretValue) => {
  try {
    await secretStore.put(id, value, stages.pending);
  } catch (error) {
    if (error instanceof StoreConflict && value.prefix !== undefined) await connection.revoke(value.prefix);
    throw error;
  }
};

/**
 * Creates a token with the current one, marks it with the rotation, and stores it as the pending version.
 * @throws TokenNotMintable, SecretUnavailable, StoreConflict if another attempt of the same rotation was first, platform errors
 */
export const createToken = async (
  ports: CreatePorts,
  description: SecretDescription,
  requestToken: string,
): Promise<void> => {
  const { secretStore } = ports;
  const current = await currentValue(secretStore, description.versions);
  await withToken(ports, current, async (connection) => {
    await orNotMintable(clearUp(ports, connection, description, requestToken));
    const created = await orNotMintable(
      connection.create({
        description: descriptionOf(secretStore.id, requestToken),
        maxAgeSeconds: maxAgeSeconds(description.rotationDays),
      }),
    );
    const { applicationUser } = current;
    await store(ports, connection, requestToken, { token: created.fullToken, prefix: created.prefix, applicationUser });
  });
};
