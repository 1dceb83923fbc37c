import type { Profile } from '../../core/model/model.ts';
import { valueAt } from '../../core/model/plain-data.ts';
import { isSameValue, type OptionValue } from '../../core/model/search-configuration.ts';
import { choicesOf, namedOptions, type OptionPath } from './options.ts';

/**
 * The nine rules that the specification states besides types and bounds (spec.md §2.4), each with its own message
 * . Deprecated options and rules that cannot be checked from outside give warnings; everything else is an error.
 */

/** The intended use of a configuration. */
export interface Use {
  /** True for a whole configuration, false for a part to lay over one. */
  readonly whole: boolean;
  /** True if the configuration creates a service; a fork is possible only then. */
  readonly creates: boolean;
  /** The stored configuration of the service; an unchanged option violates no rule. */
  readonly stored?: unknown;
  /** Profile of the allowed values; default: documented. */
  readonly profile?: Profile;
}

export const profileOf = ({ profile = 'documented' }: Use): Profile => profile;

export interface OptionProblem {
  readonly severity: 'error' | 'warning';
  readonly path: OptionPath;
  readonly message: string;
}

type Rule = (config: unknown, use: Use) => OptionProblem[];

const error = (path: OptionPath, message: string): OptionProblem => ({ severity: 'error', path, message });
const warning = (path: OptionPath, message: string): OptionProblem => ({ severity: 'warning', path, message });

/** Has a value; null only resets the option. */
const isSet = (config: unknown, path: OptionPath): boolean => {
  const value = valueAt(config, path);
  return value !== undefined && value !== null;
};

const isUnchanged = (config: unknown, path: OptionPath, { stored }: Use): boolean =>
  isSameValue(valueAt(config, path) as OptionValue, valueAt(stored, path) as OptionValue);

const replication = 'disable_replication_factor_adjustment';

/**
 * §2.4 rule 1: disable_replication_factor_adjustment can no longer be activated; on today's platform this depends on
 * the project.
 */
const replicationIsAdjusted: Rule = (config, use) => {
  const path = [replication];
  if (profileOf(use) === 'current') {
    const message = 'takes effect only where the platform allows it for the project';
    return valueAt(config, path) === true ? [warning(path, message)] : [];
  }
  if (valueAt(config, path) === true && !isUnchanged(config, path, use)) {
    return [error(path, 'can no longer be activated: delete it, or set it to false')];
  }
  return isSet(config, path) ? [warning(path, 'is deprecated and has no effect: delete it')] : [];
};

/** §2.4 rule 2: index_patterns replaces max_index_count; the live platform has deprecated other options since. */
const deprecatedMayStay: Rule = (config, use) =>
  namedOptions(profileOf(use)).flatMap(({ path, option: { 'x-deprecated': deprecated } }) =>
    deprecated === undefined || path[0] === replication || !isSet(config, path)
      ? []
      : [warning(path, `is deprecated: ${deprecated}`)],
  );

/** Choices that the live platform still accepts but has deprecated. */
const retiredMayStay: Rule = (config, use) =>
  namedOptions(profileOf(use)).flatMap(({ path, option }) => {
    const { 'x-retired': retired = [] } = option;
    const value = valueAt(config, path);
    if (typeof value !== 'string' || !retired.includes(value)) return [];
    const supported = choicesOf(option)
      .filter((choice) => !retired.includes(choice))
      .join(', ');
    return [warning(path, `"${value}" is deprecated: choose one of ${supported}`)];
  });

/** §2.4 rule 3 and §2.4 rule 4: the source of a fork is set only when a service is created. */
const onlyAtCreation: Rule = (config, use) =>
  namedOptions(profileOf(use))
    .filter(({ path, option }) => option['x-create-only'] && isSet(config, path))
    .filter(({ path }) => !use.creates && !isUnchanged(config, path, use))
    .map(({ path }) => error(path, 'has an effect only when a service is created: delete it'));

/** §2.4 rule 5: a base backup is the start of a fork. */
const baseBackupIsForForks: Rule = (config, use) => {
  const path = ['recovery_basebackup_name'];
  if (!isSet(config, path) || isUnchanged(config, path, use)) return [];
  return isSet(config, ['service_to_fork_from'])
    ? []
    : [error(path, 'is for a forked service only: name the service in service_to_fork_from, or delete it')];
};

/**
 * §2.4 rule 6: OpenID Connect requires a client and its secret. The schema requires them; this message gives the
 * reason.
 */
const openidNeedsClient: Rule = (config, { whole }) => {
  const openid = valueAt(config, ['openid']);
  if (!whole || typeof openid !== 'object' || openid === null) return [];
  return ['client_id', 'client_secret']
    .filter((name) => !Object.hasOwn(openid, name))
    .map((name) => error(['openid', name], 'is missing: OpenID Connect needs client_id and client_secret'));
};

/** §2.4 rule 7: the limits of the indexing buffer apply to a percentage. */
const bufferLimitsNeedPercentage: Rule = (config) => {
  if (isSet(config, ['engine', 'indices_memory_index_buffer_size'])) return [];
  return ['indices_memory_min_index_buffer_size', 'indices_memory_max_index_buffer_size']
    .map((name) => ['engine', name])
    .filter((path) => isSet(config, path))
    .map((path) => error(path, 'works only together with indices_memory_index_buffer_size: give that too'));
};

/** §2.4 rule 8: the alert sender is defined in the dashboards, which Headroom cannot read. */
const senderIsThatOfDashboards: Rule = (config) => {
  const path = ['engine', 'email_sender_name'];
  const message = 'must equal the sender name defined in the dashboards, which cannot be checked from here';
  return isSet(config, path) ? [warning(path, message)] : [];
};

/** §2.4 rule 9: thread pools above the CPU limit are lowered, never refused (`withThreadPoolsWithin`). */
const threadPoolsMayBeLowered: Rule = (config, use) =>
  namedOptions(profileOf(use))
    .filter(({ path, option }) => option['x-cpu-limited'] && isSet(config, path))
    .map(({ path }) => warning(path, 'is lowered by the platform where the CPUs of a node allow less'));

/** Warning for an option whose change restarts the service (spec.md §2.4). */
export const restartsText = 'a change of it restarts every instance of the engine';

const changeRestarts: Rule = (config, use) =>
  namedOptions(profileOf(use))
    .filter(({ option }) => option['x-restarts'])
    .filter(({ path }) => valueAt(config, path) !== undefined && !isUnchanged(config, path, use))
    .map(({ path }) => warning(path, restartsText));

const rules: readonly Rule[] = [
  replicationIsAdjusted,
  deprecatedMayStay,
  onlyAtCreation,
  baseBackupIsForForks,
  openidNeedsClient,
  bufferLimitsNeedPercentage,
  senderIsThatOfDashboards,
  threadPoolsMayBeLowered,
  changeRestarts,
  retiredMayStay,
];

/** Results of all rules in their order; for a configuration that the schema refuses, of the rules that still apply. */
export const constraintProblems = (config: unknown, use: Use): OptionProblem[] =>
  rules.flatMap((rule) => rule(config, use));
