import { accessTokenCreate, applicationUserCreate, applicationUserUpdate } from '../../wire/token-requests.ts';
import { badRequest, userNotFound } from '../protocol/refusal.ts';
import type { User } from '../state/state.ts';
import { mintToken, revokeToken, tokenNamed, tokensOf } from '../state/tokens.ts';
import { addUser, removeUser } from '../state/users.ts';
import { tokenOptionsFrom } from './access-tokens.ts';
import { applicationUserAnswer, tokenAnswer } from './answers/token-records.ts';
import {
  mustBeOrganization,
  mustHaveRoleEverywhere,
  type Operation,
  type OrganizationCall,
  organizationOperation,
  organizationOperationWithBody,
  type Shape,
} from './operation.ts';

/** Application users, their tokens, and the organization's view of the tokens of members (pf 2.10). */

const collection = '/organization/:organization/application-users';
const single = `${collection}/:user`;
const tokens = `${single}/access-tokens`;
const member = '/organization/:organization/user/:user';

const admit = (call: OrganizationCall, shape: Shape): void => {
  mustBeOrganization(call);
  mustHaveRoleEverywhere(call, shape);
};

const userOf = ({ state, params }: OrganizationCall, kind: User['kind']): User => {
  const user = state.users.get(params.user ?? '');
  if (user?.kind !== kind) throw userNotFound(params.user ?? '');
  return user;
};

/** Only members are super admins. */
const refuseSuperAdmin = (isSuperAdmin = false): void => {
  if (isSuperAdmin) throw badRequest("Invalid 'is_super_admin': an application user cannot be super admin");
};

const listTokens = (id: string, path: string, kind: User['kind']): Operation => {
  const shape: Shape = { id, method: 'GET', path };
  return organizationOperation(shape, (call) => {
    admit(call, shape);
    const user = userOf(call, kind);
    return { tokens: tokensOf(call.state, user, call.nowMs).map((token) => tokenAnswer(token, call.caller)) };
  });
};

const revoke = (shape: Shape, kind: User['kind']): Operation =>
  organizationOperation(shape, (call) => {
    admit(call, shape);
    revokeToken(call.state, tokenNamed(call.state, userOf(call, kind), call.params.token, call.nowMs));
    return {};
  });

const createUser: Shape = { id: 'ApplicationUserCreate', method: 'POST', path: collection };
const listUsers: Shape = { id: 'ApplicationUsersList', method: 'GET', path: collection };
const getUser: Shape = { id: 'ApplicationUserGet', method: 'GET', path: single };
const updateUser: Shape = { id: 'ApplicationUserUpdate', method: 'PATCH', path: single };
// pf 2.14 deletion.
const deleteUser: Shape = { id: 'ApplicationUserDelete', method: 'DELETE', path: single, noContent: true };
const createToken: Shape = { id: 'ApplicationUserAccessTokenCreate', method: 'POST', path: tokens };

export const applicationUserOperations: readonly Operation[] = [
  organizationOperationWithBody(createUser, applicationUserCreate, (call) => {
    admit(call, createUser);
    const { name, is_super_admin } = call.body;
    refuseSuperAdmin(is_super_admin);
    // Other roles come from the scenario alone.
    const user = addUser(call.state, { kind: 'application', name, roles: [] }, call.nowMs);
    return applicationUserAnswer(call.state, user);
  }),

  organizationOperation(listUsers, (call) => {
    admit(call, listUsers);
    const users = [...call.state.users.values()].filter(({ kind }) => kind === 'application');
    return { application_users: users.map((user) => applicationUserAnswer(call.state, user)) };
  }),

  organizationOperation(getUser, (call) => {
    admit(call, getUser);
    return applicationUserAnswer(call.state, userOf(call, 'application'));
  }),

  organizationOperationWithBody(updateUser, applicationUserUpdate, (call) => {
    admit(call, updateUser);
    const user = userOf(call, 'application');
    refuseSuperAdmin(call.body.is_super_admin);
    user.name = call.body.name;
    return applicationUserAnswer(call.state, user);
  }),

  organizationOperation(deleteUser, (call) => {
    admit(call, deleteUser);
    removeUser(call.state, userOf(call, 'application'));
    return {};
  }),

  // The live platform answers these two members only, without the expiry time.
  organizationOperationWithBody(createToken, accessTokenCreate, (call) => {
    admit(call, createToken);
    const user = userOf(call, 'application');
    const { secret, token } = mintToken(call.state, user, tokenOptionsFrom(call.body), call.nowMs);
    return { full_token: secret, token_prefix: token.prefix };
  }),

  listTokens('ApplicationUserAccessTokensList', tokens, 'application'),
  revoke(
    { id: 'ApplicationUserAccessTokenDelete', method: 'DELETE', path: `${tokens}/:token`, noContent: true },
    'application',
  ),
  listTokens('OrganizationUserTokensList', `${member}/access-tokens`, 'member'),
  revoke(
    {
      id: 'OrganizationUserRevokeToken',
      method: 'DELETE',
      path: `${member}/access-token/:token`,
      noContent: true,
    },
    'member',
  ),
];
