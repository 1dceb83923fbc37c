import { BlockList, isIP, isIPv6 } from 'node:net';
import {
  callerNotAllowed,
  type Refusal,
  schemeNotServed,
  tokenExpired,
  tokenMissing,
  tokenUnknown,
} from '../protocol/refusal.ts';
import type { Caller, PlatformState, Role, Schemes, Token, User } from './state.ts';
import { tokenDigest } from './tokens.ts';

/** The origin of a request. */
interface Client {
  readonly ip: string;
  readonly userAgent: string | null;
}

const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4');

const isAllowed = ({ ipAllowlist }: Token, ip: string): boolean => {
  // The connection is already closed.
  if (isIP(ip) === 0) return false;
  const allowed = new BlockList();
  for (const block of ipAllowlist) {
    const [address = '', bits = ''] = block.split('/');
    allowed.addSubnet(address, Number(bits), familyOf(address));
  }
  return allowed.check(ip, familyOf(ip));
};

/** Records a use, and postpones the expiry of a token that extends when used (pf 2.10). */
const noteUse = (token: Token, nowMs: number, { ip, userAgent }: Client): void => {
  token.lastUse = { atMs: nowMs, ip, userAgent };
  if (token.extendWhenUsed && token.maxAgeSeconds !== null) token.expiresMs = nowMs + token.maxAgeSeconds * 1000;
};

/** The schemes by the choice of those that are served. */
const schemeNames: Readonly<Record<Schemes, readonly string[]>> = {
  bearer: ['Bearer'],
  both: ['Bearer', 'aivenv1'],
};

/** A scheme and a token. */
const credentials = /^(?<scheme>\S+) +(?<secret>\S+) *$/;

const isServed = ({ schemes }: PlatformState, scheme = ''): boolean =>
  schemeNames[schemes].some((name) => name.toLowerCase() === scheme.toLowerCase());

const secretOf = (header: string | undefined, state: PlatformState): string | undefined => {
  const given = credentials.exec(header ?? '')?.groups;
  return isServed(state, given?.scheme) ? given?.secret : undefined;
};

/** The refusal of a header without a token in a scheme that is served. */
const withoutSecret = (header: string | undefined, { schemes }: PlatformState): Refusal =>
  credentials.test(header ?? '') ? schemeNotServed(schemeNames[schemes]) : tokenMissing();

/** Id of the user whose token a request has, valid or expired; empty for an unknown one. */
export const userIdOf = (header: string | undefined, state: PlatformState): string => {
  const secret = secretOf(header, state);
  return secret === undefined ? '' : (state.tokens.get(tokenDigest(secret))?.userId ?? '');
};

/**
 * Authenticates an Authorization header: `Bearer` (§4.4, §5 header) or `aivenv1` (pf 2), in any
 * case.
 * @throws Refusal 401 for a missing, unknown, revoked or expired token; 403 if the token does not allow the address
 */
export const callerOf = (header: string | undefined, state: PlatformState, nowMs: number, client: Client): Caller => {
  const secret = secretOf(header, state);
  if (secret === undefined) throw withoutSecret(header, state);
  // The lookup is by hash, so its duration reveals nothing about the token.
  const token = state.tokens.get(tokenDigest(secret));
  const user = state.users.get(token?.userId ?? '');
  if (token === undefined || user === undefined) throw tokenUnknown();
  if (token.expiresMs !== null && token.expiresMs <= nowMs) throw tokenExpired();
  if (!isAllowed(token, client.ip)) throw callerNotAllowed();
  noteUse(token, nowMs, client);
  return { name: user.name, roles: user.roles, user, token };
};

/** The role of a user in a project; undefined without membership. */
export const roleIn = ({ roles }: Pick<User | Caller, 'roles'>, project: string): Role | undefined =>
  roles.get(project) ?? roles.get('*');
