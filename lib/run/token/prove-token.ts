import { PlatformForbidden, PlatformUnauthorized, TokenRefused } from '../../contract/errors.ts';
import type { SecretValue } from '../../core/token/rotation.ts';
import type { TokenPorts } from '../../ports.ts';
import { withToken } from './stored-tokens.ts';

/** Waits before retries: a new token may take a moment to work everywhere on the platform. */
const waitsMs = [2_000, 5_000, 10_000];

type ProvePorts = Pick<TokenPorts, 'connectToken' | 'sleep'>;

/** Reason why the platform rejects a token; undefined if it works. Other errors are thrown. */
const refusalOf = async (ports: ProvePorts, value: SecretValue): Promise<PlatformUnauthorized | string | undefined> => {
  try {
    const projects = await withToken(ports, value, (connection) => connection.countProjects());
    return projects > 0 ? undefined : 'the platform lists no project of the organization for it';
  } catch (error) {
    if (error instanceof PlatformUnauthorized) return error;
    if (error instanceof PlatformForbidden) return error.message;
    throw error;
  }
};

/**
 * Proves by a real read that a token works.
 * @throws TokenRefused if the platform rejects it or shows it no project; platform errors that leave this open
 */
export const proveToken = async (ports: ProvePorts, value: SecretValue): Promise<void> => {
  for (const waitMs of [...waitsMs, undefined]) {
    const refusal = await refusalOf(ports, value);
    if (refusal === undefined) return;
    if (typeof refusal === 'string') throw new TokenRefused(refusal);
    if (waitMs === undefined) throw new TokenRefused(refusal.message);
    await ports.sleep(waitMs);
  }
};
