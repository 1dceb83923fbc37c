import { badRequest, userNotFound } from '../protocol/refusal.ts';
import { accessTokenCreate, applicationUserCreate, applicationUserUpdate } from '../protocol/token-requests.ts';
import type { User } from '../state/state.ts';
import { mintToken, revokeToken, tokenNamed, tokensOf } from '../state/tokens.ts';
import { addUser, removeUser } from '../state/users.ts';
import { tokenOptionsFrom } from './access-tokens.ts';
import { applicationUserAnswer, tokenAnswer } from './answers/token-records.ts';
import {
  mustHaveRoleEverywhere,
  type Operation,
  type OrganizationCall,
  operation,
  operationWithBody,
} from './operation.ts';

/** Application users and their tokens (pf 2.10). */

const collection = '/organization/:organization/application-users';
const single = `${collection}/:user` as const;
const tokens = `${single}/access-tokens` as const;

/** Only those may who have a role in every project. */
const guarded = (unguarded: Operation): Operation => ({
  ...unguarded,
  perform: (call) => {
    mustHaveRoleEverywhere(call);
    return unguarded.perform(call);
  },
});

const userOf = ({ state, params }: OrganizationCall): User => {
  const user = state.users.get(params.user ?? '');
  if (user?.kind !== 'application') throw userNotFound(params.user ?? '');
  return user;
};

/** Only members are super admins. */
const refuseSuperAdmin = (isSuperAdmin = false): void => {
  if (isSuperAdmin) throw badRequest("Invalid 'is_super_admin': an application user cannot be super admin");
};

const listTokens = (call: OrganizationCall) => {
  const user = userOf(call);
  return { tokens: tokensOf(call.state, user, call.nowMs).map((token) => tokenAnswer(token, call.caller)) };
};

const revoke = (call: OrganizationCall) => {
  revokeToken(call.state, tokenNamed(call.state, userOf(call), call.params.token, call.nowMs));
  return {};
};

const noContent = { noContent: true };

const remove = (call: OrganizationCall) => {
  removeUser(call.state, userOf(call));
  return {};
};

const operations: readonly Operation[] = [
  operationWithBody('ApplicationUserCreate', `POST ${collection}`, applicationUserCreate, ({ state, nowMs, body }) => {
    const { name, is_super_admin } = body;
    refuseSuperAdmin(is_super_admin);
    // Other roles come from the scenario alone.
    return applicationUserAnswer(state, addUser(state, { kind: 'application', name, roles: [] }, nowMs));
  }),

  operation('ApplicationUsersList', `GET ${collection}`, ({ state }) => {
    const users = [...state.users.values()].filter(({ kind }) => kind === 'application');
    return { application_users: users.map((user) => applicationUserAnswer(state, user)) };
  }),

  operation('ApplicationUserGet', `GET ${single}`, (call) => applicationUserAnswer(call.state, userOf(call))),

  operationWithBody('ApplicationUserUpdate', `PATCH ${single}`, applicationUserUpdate, (call) => {
    const user = userOf(call);
    refuseSuperAdmin(call.body.is_super_admin);
    user.name = call.body.name;
    return applicationUserAnswer(call.state, user);
  }),

  // pf 2.14 deletion.
  operation('ApplicationUserDelete', `DELETE ${single}`, remove, noContent),

  // The live platform answers these two members only, without the expiry time.
  operationWithBody('ApplicationUserAccessTokenCreate', `POST ${tokens}`, accessTokenCreate, (call) => {
    const user = userOf(call);
    const { secret, token } = mintToken(call.state, user, tokenOptionsFrom(call.body), call.nowMs);
    return { full_token: secret, token_prefix: token.prefix };
  }),

  operation('ApplicationUserAccessTokensList', `GET ${tokens}`, listTokens),
  operation('ApplicationUserAccessTokenDelete', `DELETE ${tokens}/:token`, revoke, noContent),
];

export const applicationUserOperations = operations.map(guarded);
