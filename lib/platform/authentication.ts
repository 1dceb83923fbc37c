import { createHash, timingSafeEqual } from 'node:crypto';
import { tokenExpired, tokenMissing, tokenUnknown } from './refusal.ts';
import type { Role, Token } from './world.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whose token an Authorization header carries: `Bearer` (§5) or `aivenv1` (platform-facts §2), in any case.
 * @throws Refusal 401 when it is missing, unknown or expired
 */
export const callerOf = (header: string | undefined, tokens: readonly Token[], nowMs: number): Token => {
  const secret = /^(?:bearer|aivenv1) +(\S+) *$/i.exec(header ?? '')?.[1];
  if (secret === undefined) throw tokenMissing();
  const given = digest(secret);
  const token = tokens.find((known) => timingSafeEqual(given, digest(known.secret)));
  if (token === undefined) throw tokenUnknown();
  if (token.expiresMs !== null && token.expiresMs <= nowMs) throw tokenExpired();
  return token;
};

/** The role of a token in a project; undefined when it is no member. */
export const roleIn = (token: Token, project: string): Role | undefined =>
  token.roles.get(project) ?? token.roles.get('*');
