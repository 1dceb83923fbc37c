import { createHash } from 'node:crypto';
import type { CompleteScenario } from '../scenario/scenario-schema.ts';
import { drawUuid } from './random.ts';
import type { PlatformState, Role, User } from './state.ts';
import { everywhere, keepToken } from './tokens.ts';

/** Those who may call; the scenario names the first of them, each with a token. */

/** @param roles role per project; `*` stands for every project that is not named */
export const addUser = (
  state: PlatformState,
  given: { readonly kind: User['kind']; readonly name: string; readonly roles: Iterable<readonly [string, Role]> },
  nowMs: number,
): User => {
  const id = `u${drawUuid(state.random).replaceAll('-', '').slice(0, 11)}`;
  const user: User = { id, kind: given.kind, name: given.name, createdMs: nowMs, roles: new Map(given.roles) };
  state.users.set(id, user);
  return user;
};

/** Takes a user away with all of its tokens. */
export const removeUser = (state: PlatformState, user: User): void => {
  state.users.delete(user.id);
  for (const token of state.tokens.values()) if (token.userId === user.id) state.tokens.delete(token.digest);
};

/** What new tokens are made from: known only to those who know the first token. */
export const mintingKeyOf = (token: string): string =>
  createHash('sha256').update(`minting key of ${token}`).digest('hex');

const firstTokenWishes = (description: string) => ({
  description,
  maxAgeSeconds: null,
  extendWhenUsed: false,
  ipAllowlist: everywhere,
  scopes: null,
});

/** Adds the operator, whose token has that role everywhere (§5 permission), and those of the scenario. */
export const addScenarioUsers = (state: PlatformState, scenario: CompleteScenario, operatorToken: string): void => {
  const { startMs } = state;
  const operator = addUser(state, { kind: 'member', name: 'operator', roles: [['*', 'operator']] }, startMs);
  keepToken(state, operator, operatorToken, firstTokenWishes('operator'), startMs);
  for (const { name, token: secret, expires, roles, application } of scenario.tokens) {
    const kind = application ? 'application' : 'member';
    const user = addUser(state, { kind, name, roles: Object.entries(roles) }, startMs);
    const token = keepToken(state, user, secret, firstTokenWishes(name), startMs);
    if (expires !== undefined) token.expiresMs = Date.parse(expires);
  }
};
