import type * as z from 'zod';
import { isMembers } from '../../core/model/plain-data.ts';
import { checkSearchConfig, searchPartIssues } from '../../wire/search-options/check.ts';
import { optionAt, withoutSecrets } from '../../wire/search-options/options.ts';
import { searchType } from '../../wire/search-product-name.ts';
import { wrongBody } from '../protocol/request-body.ts';
import { optionProfile } from '../protocol/served-profile.ts';
import { maxThreads } from './catalogue.ts';
import type { PlatformState, Service, UserConfig } from './state.ts';

/**
 * `user_config` of services: options of the search type are checked by the specification (§1.9, §2.4); options of other types are
 * stored as they come. The state has the names of the wire; the checks use the neutral ones.
 */

/** The part of `user_config` that thread pools need. */
type WithEngine = Readonly<Record<string, unknown>>;

/** The configuration with every thread pool size lowered to at most `limit` (spec.md §2.4 rule 9). */
export const withThreadPoolsWithin = <C extends WithEngine>(config: C, limit: number): C => {
  const { engine } = config;
  if (typeof engine !== 'object' || engine === null) return config;
  const lowered = Object.entries(engine).map(([name, value]) => {
    const isTooLarge = optionAt(['engine', name])?.['x-cpu-limited'] && typeof value === 'number' && value > limit;
    return [name, isTooLarge ? limit : value];
  });
  return { ...config, engine: Object.fromEntries(lowered) };
};

type Placed = Pick<Service, 'type' | 'plan'>;

/** Merges options into the old ones, objects member by member; null removes an option (pf 4, A-37). */
const merged = (old: UserConfig, requested: UserConfig): UserConfig => {
  const members = new Map(Object.entries(old));
  for (const [name, value] of Object.entries(requested)) {
    const before = members.get(name);
    if (value === null) members.delete(name);
    else members.set(name, isMembers(value) ? merged(isMembers(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(members);
};

const isSearch = ({ productName }: PlatformState, { type }: Pick<Service, 'type'>): boolean =>
  productName.typeFromWire(type) === searchType;

/** The part of a search configuration that consists of known options. */
const knownPart = (config: UserConfig, path: readonly string[] = []): UserConfig =>
  Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) => {
      const option = optionAt([...path, name], 'current');
      if (option === undefined) return [];
      return [[name, option.properties !== undefined && isMembers(value) ? knownPart(value, [...path, name]) : value]];
    }),
  );

/** What is checked: today's platform has options that the table lacks, so with its profile alone an unknown name is stored. */
const checkedPart = ({ served }: PlatformState, config: UserConfig): UserConfig =>
  served === 'current' ? knownPart(config) : config;

/** @throws Refusal 400 that lists every wrong option with its path */
const refuse = (
  productName: PlatformState['productName'],
  config: UserConfig,
  issues: readonly z.core.$ZodIssue[],
): void => {
  if (issues.length === 0) return;
  const inBody = issues.map((issue) => ({ ...issue, path: ['user_config', ...issue.path] }));
  throw wrongBody(inBody, { user_config: config }, ([top = '', ...path]) => [top, ...productName.pathToWire(path)]);
};

/** Neutral options in their stored form: thread pools are lowered to the CPU limit (§2.4 rule 9, A-36). */
const storedForm = (state: PlatformState, service: Placed, config: UserConfig): UserConfig => {
  const most = maxThreads(state, service);
  return state.productName.configToWire(most === undefined ? config : withThreadPoolsWithin(config, most));
};

/**
 * The stored configuration of a new service.
 * @throws Refusal 400
 */
export const createdConfig = (state: PlatformState, service: Placed, requested: UserConfig): UserConfig => {
  if (!isSearch(state, service)) return merged({}, requested);
  const neutral = state.productName.configFromWire(requested);
  const use = { whole: true, creates: true, profile: optionProfile(state.served) };
  refuse(state.productName, neutral, checkSearchConfig(checkedPart(state, neutral), use).issues);
  return storedForm(state, service, merged({}, neutral));
};

/**
 * The stored configuration after an update, which may also change the plan. The request is checked first by itself,
 * because a null in it leaves no trace in the merged configuration; then the merged configuration is checked.
 * @throws Refusal 400
 */
export const updatedConfig = (
  state: PlatformState,
  service: Service,
  requested: UserConfig | undefined,
  plan: string,
): UserConfig => {
  if (!isSearch(state, service)) return merged(service.userConfig, requested ?? {});
  const { productName } = state;
  const placed = { type: service.type, plan };
  if (requested === undefined) return storedForm(state, placed, productName.configFromWire(service.userConfig));
  const neutral = productName.configFromWire(requested);
  const stored = productName.configFromWire(service.userConfig);
  const whole = merged(stored, neutral);
  const profile = optionProfile(state.served);
  refuse(productName, neutral, searchPartIssues(checkedPart(state, neutral), profile));
  const use = { whole: true, creates: false, stored, profile };
  refuse(productName, whole, checkSearchConfig(checkedPart(state, whole), use).issues);
  return storedForm(state, placed, whole);
};

/** The configuration in answers, without secrets unless requested (pf 2.4, A-39). */
export const shownConfig = (state: PlatformState, service: Service): UserConfig => {
  if (!isSearch(state, service)) return service.userConfig;
  const { productName } = state;
  return productName.configToWire(withoutSecrets(productName.configFromWire(service.userConfig)));
};
