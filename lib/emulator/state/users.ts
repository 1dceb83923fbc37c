import { createHash } from 'node:crypto';
import type { CompleteScenario } from '../scenario/scenario-schema.ts';
import { drawUuid } from './random.ts';
import type { Role, User, World } from './state.ts';
import { everywhere, keepToken } from './tokens.ts';

/** Those who may call; the scenario names the first of them, each with a token. */

/** @param roles role per project; `*` stands for every project that is not named */
export const addUser = (
  world: World,
  given: { readonly kind: User['kind']; readonly name: string; readonly roles: Iterable<readonly [string, Role]> },
  nowMs: number,
): User => {
  const id = `u${drawUuid(world.random).replaceAll('-', '').slice(0, 11)}`;
  const user: User = { id, kind: given.kind, name: given.name, createdMs: nowMs, roles: new Map(given.roles) };
  world.users.set(id, user);
  return user;
};

/** Takes a user away with all of its tokens. */
export const removeUser = (world: World, user: User): void => {
  world.users.delete(user.id);
  for (const token of world.tokens.values()) if (token.userId === user.id) world.tokens.delete(token.digest);
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
export const addScenarioUsers = (world: World, scenario: CompleteScenario, operatorToken: string): void => {
  const { startMs } = world;
  const operator = addUser(world, { kind: 'member', name: 'operator', roles: [['*', 'operator']] }, startMs);
  keepToken(world, operator, operatorToken, firstTokenWishes('operator'), startMs);
  for (const { name, token: secret, expires, roles, application } of scenario.tokens) {
    const kind = application ? 'application' : 'member';
    const user = addUser(world, { kind, name, roles: Object.entries(roles) }, startMs);
    const token = keepToken(world, user, secret, firstTokenWishes(name), startMs);
    if (expires !== undefined) token.expiresMs = Date.parse(expires);
  }
};
