import type * as z from 'zod';
import { personalTokenNotAllowed } from '../protocol/refusal.ts';
import { accessTokenCreate, accessTokenUpdate } from '../protocol/token-requests.ts';
import { everywhere, mintToken, revokeToken, type TokenOptions, tokenNamed, tokensOf } from '../state/tokens.ts';
import { tokenAnswer, userAnswer } from './answers/token-records.ts';
import { type Operation, operation, operationWithBody } from './operation.ts';

/** The caller's own access tokens (pf 2.10). */

const collection = '/access_token';
const single = `${collection}/:token` as const;

export const tokenOptionsFrom = (body: z.output<typeof accessTokenCreate>): TokenOptions => ({
  description: body.description,
  maxAgeSeconds: body.max_age_seconds ?? null,
  extendWhenUsed: body.extend_when_used ?? false,
  ipAllowlist: body.ip_allowlist ?? everywhere,
  scopes: body.scopes ?? null,
});

export const accessTokenOperations: readonly Operation[] = [
  operationWithBody('AccessTokenCreate', `POST ${collection}`, accessTokenCreate, ({ state, caller, nowMs, body }) => {
    if (caller.user.kind === 'application') throw personalTokenNotAllowed();
    const { secret, token } = mintToken(state, caller.user, tokenOptionsFrom(body), nowMs);
    return { ...tokenAnswer(token, caller), full_token: secret, message: 'created' };
  }),

  operation('AccessTokenList', `GET ${collection}`, ({ state, caller, nowMs }) => ({
    tokens: tokensOf(state, caller.user, nowMs).map((token) => tokenAnswer(token, caller)),
  })),

  operationWithBody('AccessTokenUpdate', `PUT ${single}`, accessTokenUpdate, (call) => {
    const token = tokenNamed(call.state, call.caller.user, call.params.token, call.nowMs);
    token.description = call.body.description;
    return { ...tokenAnswer(token, call.caller), message: 'updated' };
  }),

  operation('AccessTokenRevoke', `DELETE ${single}`, ({ state, caller, nowMs, params }) => {
    revokeToken(state, tokenNamed(state, caller.user, params.token, nowMs));
    return { message: 'revoked' };
  }),

  operation('UserInfo', 'GET /me', (call) => ({ user: userAnswer(call) })),
];
