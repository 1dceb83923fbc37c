import type { Profile } from '../../core/model/profile.ts';
import { isSameValue, type OptionValue } from '../../core/model/search-configuration.ts';
import { namedOptions, type OptionPath } from './facts.ts';
import { threadPoolSizes } from './thread-pools.ts';

/**
 * The nine rules that the text states beside types and bounds (spec.md §2.4), each with its own words. What the
 * text calls deprecated or cannot be checked from outside is a warning; everything else is an error.
 */

/** What a configuration is to be used for. */
export interface Use {
  /** True for a whole configuration, false for a part that is laid over one. */
  readonly whole: boolean;
  /** Forks are made when a service is created, and only then. */
  readonly creates: boolean;
  /** What the service holds already; an option that stays as it is breaks no rule. */
  readonly stored?: unknown;
  /** Whose values count; default: the documented ones. */
  readonly profile?: Profile;
}

export const profileOf = ({ profile = 'documented' }: Use): Profile => profile;

export interface Remark {
  readonly severity: 'error' | 'warning';
  readonly path: OptionPath;
  readonly message: string;
}

type Rule = (config: unknown, use: Use) => Remark[];

/** What stands at a path; undefined where nothing does. Made for values that nobody has checked. */
export const optionValue = (config: unknown, path: OptionPath): unknown =>
  path.reduce<unknown>((value, step) => {
    const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    return isHeld ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }, config);

const error = (path: OptionPath, message: string): Remark => ({ severity: 'error', path, message });
const warning = (path: OptionPath, message: string): Remark => ({ severity: 'warning', path, message });

/** Given with a value; null only resets. */
const isGiven = (config: unknown, path: OptionPath): boolean => {
  const value = optionValue(config, path);
  return value !== undefined && value !== null;
};

const isUnchanged = (config: unknown, path: OptionPath, { stored }: Use): boolean =>
  isSameValue(optionValue(config, path) as OptionValue, optionValue(stored, path) as OptionValue);

const replication = 'disable_replication_factor_adjustment';

/** §2.4 rule 1: disable_replication_factor_adjustment can no longer be activated; today that is up to the project. */
const replicationIsAdjusted: Rule = (config, use) => {
  const path = [replication];
  if (profileOf(use) === 'current') {
    const message = 'takes effect only where the platform allows it for the project';
    return optionValue(config, path) === true ? [warning(path, message)] : [];
  }
  if (optionValue(config, path) === true && !isUnchanged(config, path, use)) {
    return [error(path, 'can no longer be activated: delete it, or set it to false')];
  }
  return isGiven(config, path) ? [warning(path, 'is deprecated and has no effect: delete it')] : [];
};

/** §2.4 rule 2: max_index_count gave way to index_patterns; the live platform deprecates other options since. */
const deprecatedMayStay: Rule = (config, use) =>
  namedOptions(profileOf(use)).flatMap(({ path, option: { deprecated } }) =>
    deprecated === undefined || path[0] === replication || !isGiven(config, path)
      ? []
      : [warning(path, `is deprecated: ${deprecated}`)],
  );

/** Choices that the live platform still takes and will not for ever. */
const retiredMayStay: Rule = (config, use) =>
  namedOptions(profileOf(use)).flatMap(({ path, option }) => {
    if (option.kind !== 'text' || option.retired === undefined) return [];
    const { choices = [], retired } = option;
    const value = optionValue(config, path);
    if (typeof value !== 'string' || !retired.includes(value)) return [];
    const instead = choices.filter((choice) => !retired.includes(choice)).join(', ');
    return [warning(path, `"${value}" is deprecated: choose one of ${instead}`)];
  });

/** §2.4 rule 3 and §2.4 rule 4: what is forked is said when a service is created. */
const onlyAtCreation =
  (name: string): Rule =>
  (config, use) =>
    !isGiven(config, [name]) || use.creates || isUnchanged(config, [name], use)
      ? []
      : [error([name], 'has an effect only when a service is created: delete it')];

/** §2.4 rule 5: a base backup is what a fork begins with. */
const baseBackupIsForForks: Rule = (config, use) => {
  const path = ['recovery_basebackup_name'];
  if (!isGiven(config, path) || isUnchanged(config, path, use)) return [];
  return isGiven(config, ['service_to_fork_from'])
    ? []
    : [error(path, 'is for a forked service only: name the service in service_to_fork_from, or delete it')];
};

/** §2.4 rule 6: OpenID Connect takes a client and its secret. The schema asks for them; this says why. */
const openidNeedsClient: Rule = (config, { whole }) => {
  const openid = optionValue(config, ['openid']);
  if (!whole || typeof openid !== 'object' || openid === null) return [];
  return ['client_id', 'client_secret']
    .filter((name) => !Object.hasOwn(openid, name))
    .map((name) => error(['openid', name], 'is missing: OpenID Connect needs client_id and client_secret'));
};

/** §2.4 rule 7: limits of the indexing buffer are limits of a percentage. */
const bufferLimitsNeedPercentage: Rule = (config) => {
  if (isGiven(config, ['engine', 'indices_memory_index_buffer_size'])) return [];
  return ['indices_memory_min_index_buffer_size', 'indices_memory_max_index_buffer_size']
    .map((name) => ['engine', name])
    .filter((path) => isGiven(config, path))
    .map((path) => error(path, 'works only together with indices_memory_index_buffer_size: give that too'));
};

/** §2.4 rule 8: the sender of alerts is defined in the dashboards, which nobody can look into from here. */
const senderIsThatOfDashboards: Rule = (config) => {
  const path = ['engine', 'email_sender_name'];
  const message = 'must equal the sender name defined in the dashboards, which cannot be checked from here';
  return isGiven(config, path) ? [warning(path, message)] : [];
};

/** §2.4 rule 9: thread pools above what the CPUs allow are lowered, never refused (`withThreadPoolsWithin`). */
const threadPoolsMayBeLowered: Rule = (config) =>
  threadPoolSizes
    .map((name) => ['engine', name])
    .filter((path) => isGiven(config, path))
    .map((path) => warning(path, 'is lowered by the platform where the CPUs of a node allow less'));

/** What is said of an option whose change restarts the service (spec.md §2.4). */
export const restartsText = 'a change of it restarts every instance of the engine';

const changeRestarts: Rule = (config, use) =>
  namedOptions(profileOf(use))
    .filter(({ option }) => option.restarts)
    .filter(({ path }) => optionValue(config, path) !== undefined && !isUnchanged(config, path, use))
    .map(({ path }) => warning(path, restartsText));

const rules: readonly Rule[] = [
  replicationIsAdjusted,
  deprecatedMayStay,
  onlyAtCreation('service_to_fork_from'), // 3
  onlyAtCreation('project_to_fork_from'), // 4
  baseBackupIsForForks,
  openidNeedsClient,
  bufferLimitsNeedPercentage,
  senderIsThatOfDashboards,
  threadPoolsMayBeLowered,
  changeRestarts,
  retiredMayStay,
];

/** What the rules say of a configuration, in the order of the rules; of one that the schema refuses, what can be said. */
export const constraintRemarks = (config: unknown, use: Use): Remark[] => rules.flatMap((rule) => rule(config, use));
