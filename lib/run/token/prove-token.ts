import { PlatformForbidden, PlatformUnauthorized, TokenRefused } from '../../contract/errors.ts';
import type { SecretValue } from '../../core/token/rotation.ts';
import type { TokenPorts } from '../../ports.ts';
import { withToken } from './with-token.ts';

/** A token that was just made may take a moment to be known everywhere at the platform. */
const waitsMs = [2_000, 5_000, 10_000];

type ProvePorts = Pick<TokenPorts, 'connectToken' | 'sleep'>;

/** Why the platform does not accept a token; undefined for one that works. Other errors pass. */
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
 * @throws TokenRefused when the platform does not accept it or shows it no project; platform errors that tell nothing about it
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
