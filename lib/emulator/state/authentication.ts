import { BlockList, isIP, isIPv6 } from 'node:net';
import { byServedProfile } from '../../wire/served-profile.ts';
import { callerNotAllowed, tokenExpired, tokenMissing, tokenUnknown } from '../protocol/refusal.ts';
import type { Caller, PlatformState, Role, Token, User } from './state.ts';
import { tokenDigest } from './tokens.ts';

/** Where a request comes from. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string | null;
}

const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4');

const isAllowed = ({ ipAllowlist }: Token, ip: string): boolean => {
  // Nobody is at the other end any more.
  if (isIP(ip) === 0) return false;
  const allowed = new BlockList();
  for (const block of ipAllowlist) {
    const [address = '', bits = ''] = block.split('/');
    allowed.addSubnet(address, Number(bits), familyOf(address));
  }
  return allowed.check(ip, familyOf(ip));
};

/** A use is noted, and moves the end of a token that was made so (platform-facts §2.10). */
const noteUse = (token: Token, nowMs: number, { ip, userAgent }: Client): void => {
  token.lastUse = { atMs: nowMs, ip, userAgent };
  if (token.extendWhenUsed && token.maxAgeSeconds !== null) token.expiresMs = nowMs + token.maxAgeSeconds * 1000;
};

/** Schemes by what is served: the documented profile alone knows one. */
const schemes = byServedProfile((served) =>
  served === 'documented' ? /^bearer +(\S+) *$/i : /^(?:bearer|aivenv1) +(\S+) *$/i,
);

/**
 * Whose token an Authorization header carries: `Bearer` (§4.4, §5 header) or `aivenv1` (platform-facts §2), in any
 * case.
 * @throws Refusal 401 when it is missing, unknown, revoked or expired; 403 when the token does not admit the address
 */
export const callerOf = (header: string | undefined, state: PlatformState, nowMs: number, client: Client): Caller => {
  const secret = schemes[state.served].exec(header ?? '')?.[1];
  if (secret === undefined) throw tokenMissing();
  // Looked up by its hash: how long that takes tells nothing of the token.
  const token = state.tokens.get(tokenDigest(secret));
  const user = state.users.get(token?.userId ?? '');
  if (token === undefined || user === undefined) throw tokenUnknown();
  if (token.expiresMs !== null && token.expiresMs <= nowMs) throw tokenExpired();
  if (!isAllowed(token, client.ip)) throw callerNotAllowed();
  noteUse(token, nowMs, client);
  return { name: user.name, roles: user.roles, user, token };
};

/** The role of a user in a project; undefined when it is no member. */
export const roleIn = ({ roles }: Pick<User | Caller, 'roles'>, project: string): Role | undefined =>
  roles.get(project) ?? roles.get('*');
