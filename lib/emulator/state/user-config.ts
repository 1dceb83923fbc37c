import type * as z from 'zod';
import { checkSearchConfig, searchPartIssues } from '../../wire/search-options/check.ts';
import { optionValue } from '../../wire/search-options/constraints.ts';
import { withoutSecrets } from '../../wire/search-options/secrets.ts';
import { withThreadPoolsWithin } from '../../wire/search-options/thread-pools.ts';
import { searchType } from '../../wire/search-product-name.ts';
import { optionProfile } from '../../wire/served-profile.ts';
import { badRequest } from '../protocol/refusal.ts';
import { placed } from '../protocol/request-body.ts';
import { inValidatorWords } from '../protocol/schema-messages.ts';
import { mostThreads } from './catalogue.ts';
import type { PlatformState, Service, UserConfig } from './state.ts';

/**
 * `user_config` of services: options of the search type are checked (§1.9, §2.4), those of other types kept as given.
 * The world holds them in the words of the wire, checks look at the neutral ones.
 */

type Placed = Pick<Service, 'type' | 'plan'>;

const isObject = (value: unknown): value is UserConfig =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Options given replace the old ones, objects member by member; a null takes one away (platform-facts §4, A-37). */
const merged = (old: UserConfig, given: UserConfig): UserConfig => {
  const members = new Map(Object.entries(old));
  for (const [name, value] of Object.entries(given)) {
    const before = members.get(name);
    if (value === null) members.delete(name);
    else members.set(name, isObject(value) ? merged(isObject(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(members);
};

const isSearch = ({ words }: PlatformState, { type }: Pick<Service, 'type'>): boolean =>
  words.typeFromWire(type) === searchType;

/** @throws Refusal 400 that names every wrong option with its path */
const refuse = ({ words }: PlatformState, config: UserConfig, issues: readonly z.core.$ZodIssue[]): void => {
  const details = issues.flatMap((issue) => {
    const path = ['user_config', ...words.pathToWire(issue.path)];
    if (issue.code === 'unrecognized_keys') {
      const unexpected = issue.keys.map((key) => String(words.pathToWire([...issue.path, key]).at(-1)));
      return unexpected.map((key) => placed(path, `Additional properties are not allowed ('${key}' was unexpected)`));
    }
    const value = optionValue(config, issue.path);
    if (value === undefined) return [placed(path.slice(0, -1), `'${String(path.at(-1))}' is a required property`)];
    return [placed(path, inValidatorWords(issue, value) ?? issue.message)];
  });
  if (details.length > 0) throw badRequest(details);
};

/** Neutral options as the world holds them: thread pools lowered to what the CPUs allow (§2.4 rule 9, A-36). */
const held = (state: PlatformState, service: Placed, config: UserConfig): UserConfig => {
  const most = mostThreads(state, service);
  return state.words.configToWire(most === undefined ? config : withThreadPoolsWithin(config, most));
};

/**
 * What a new service holds of what was asked for.
 * @throws Refusal 400
 */
export const createdConfig = (state: PlatformState, service: Placed, given: UserConfig): UserConfig => {
  if (!isSearch(state, service)) return merged({}, given);
  const asked = state.words.configFromWire(given);
  refuse(
    state,
    asked,
    checkSearchConfig(asked, { whole: true, creates: true, profile: optionProfile(state.served) }).issues,
  );
  return held(state, service, merged({}, asked));
};

/**
 * What a service holds after an update, which may also have given it another plan. What is given is checked by itself,
 * because a null in it leaves no trace in the whole; then the whole.
 * @throws Refusal 400
 */
export const updatedConfig = (
  state: PlatformState,
  service: Service,
  given: UserConfig | undefined,
  plan: string,
): UserConfig => {
  if (!isSearch(state, service)) return merged(service.userConfig, given ?? {});
  const { words } = state;
  const placed = { type: service.type, plan };
  if (given === undefined) return held(state, placed, words.configFromWire(service.userConfig));
  const asked = words.configFromWire(given);
  const stored = words.configFromWire(service.userConfig);
  const whole = merged(stored, asked);
  const profile = optionProfile(state.served);
  refuse(state, asked, searchPartIssues(asked, profile));
  refuse(state, whole, checkSearchConfig(whole, { whole: true, creates: false, stored, profile }).issues);
  return held(state, placed, whole);
};

/** Whether two configurations say the same. */
export const isSameConfig = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameConfig(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameConfig(one[name], other[name]));
};

/** As answers show it: secrets only to those who ask for them (platform-facts §2.4, A-39). */
export const shownConfig = (state: PlatformState, service: Service): UserConfig => {
  if (!isSearch(state, service)) return service.userConfig;
  const { words } = state;
  return words.configToWire(withoutSecrets(words.configFromWire(service.userConfig)));
};
