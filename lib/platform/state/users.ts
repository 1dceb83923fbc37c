import { createHash } from 'node:crypto';
import type { CompleteScenario } from '../scenario/scenario-schema.ts';
import { drawUuid } from './random.ts';
import type { PlatformState, Role, User } from './state.ts';
import { everywhere, storeToken } from './tokens.ts';

/** Users of the platform; the scenario defines the first ones, each with a token. */

/** @param roles role per project; `*` covers all projects that are not listed */
export const addUser = (
  state: PlatformState,
  properties: { readonly kind: User['kind']; readonly name: string; readonly roles: Iterable<readonly [string, Role]> },
  nowMs: number,
): User => {
  const id = `u${drawUuid(state.random).replaceAll('-', '').slice(0, 11)}`;
  const user: User = {
    id,
    kind: properties.kind,
    name: properties.name,
    createdMs: nowMs,
    roles: new Map(properties.roles),
  };
  state.users.set(id, user);
  return user;
};

/** Deletes a user and all of their tokens. */
export const removeUser = (state: PlatformState, user: User): void => {
  state.users.delete(user.id);
  for (const token of state.tokens.values()) if (token.userId === user.id) state.tokens.delete(token.digest);
};

/** Source of new tokens: known only to those who know the first token. */
export const mintingKeyOf = (token: string): string =>
  createHash('sha256').update(`minting key of ${token}`).digest('hex');

const firstTokenOptions = (description: string) => ({
  description,
  maxAgeSeconds: null,
  extendWhenUsed: false,
  ipAllowlist: everywhere,
  scopes: null,
});

/** Adds the operator, whose token has that role everywhere (§5 permission), and the users of the scenario. */
export const addScenarioUsers = (state: PlatformState, scenario: CompleteScenario, operatorToken: string): void => {
  const { startMs } = state;
  const operator = addUser(state, { kind: 'member', name: 'operator', roles: [['*', 'operator']] }, startMs);
  storeToken(state, operator, operatorToken, firstTokenOptions('operator'), startMs);
  for (const { name, token: secret, expires, roles, application } of scenario.tokens) {
    const kind = application ? 'application' : 'member';
    const user = addUser(state, { kind, name, roles: Object.entries(roles) }, startMs);
    const token = storeToken(state, user, secret, firstTokenOptions(name), startMs);
    if (expires !== undefined) token.expiresMs = Date.parse(expires);
  }
};
