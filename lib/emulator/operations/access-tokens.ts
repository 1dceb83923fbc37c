import type * as z from 'zod';
import { accessTokenCreate, accessTokenUpdate } from '../../wire/token-requests.ts';
import { personalTokenNotAllowed } from '../protocol/refusal.ts';
import { everywhere, mintToken, revokeToken, type TokenOptions, tokenNamed, tokensOf } from '../state/tokens.ts';
import { tokenAnswer, userAnswer } from './answers/token-records.ts';
import { type Operation, organizationOperation, organizationOperationWithBody } from './operation.ts';

/** The caller's own access tokens (pf 2.10). */

const collection = '/access_token';
const single = `${collection}/:token`;

export const tokenOptionsFrom = (body: z.output<typeof accessTokenCreate>): TokenOptions => ({
  description: body.description,
  maxAgeSeconds: body.max_age_seconds ?? null,
  extendWhenUsed: body.extend_when_used ?? false,
  ipAllowlist: body.ip_allowlist ?? everywhere,
  scopes: body.scopes ?? null,
});

export const accessTokenOperations: readonly Operation[] = [
  organizationOperationWithBody(
    { id: 'AccessTokenCreate', method: 'POST', path: collection },
    accessTokenCreate,
    ({ state, caller, nowMs, body }) => {
      if (caller.user.kind === 'application') throw personalTokenNotAllowed();
      const { secret, token } = mintToken(state, caller.user, tokenOptionsFrom(body), nowMs);
      return { ...tokenAnswer(token, caller), full_token: secret, message: 'created' };
    },
  ),

  organizationOperation({ id: 'AccessTokenList', method: 'GET', path: collection }, ({ state, caller, nowMs }) => ({
    tokens: tokensOf(state, caller.user, nowMs).map((token) => tokenAnswer(token, caller)),
  })),

  organizationOperationWithBody(
    { id: 'AccessTokenUpdate', method: 'PUT', path: single },
    accessTokenUpdate,
    ({ state, caller, nowMs, params, body }) => {
      const token = tokenNamed(state, caller.user, params.token, nowMs);
      token.description = body.description;
      return { ...tokenAnswer(token, caller), message: 'updated' };
    },
  ),

  organizationOperation(
    { id: 'AccessTokenRevoke', method: 'DELETE', path: single },
    ({ state, caller, nowMs, params }) => {
      revokeToken(state, tokenNamed(state, caller.user, params.token, nowMs));
      return { message: 'revoked' };
    },
  ),

  organizationOperation({ id: 'UserInfo', method: 'GET', path: '/me' }, (call) => ({ user: userAnswer(call) })),
];
