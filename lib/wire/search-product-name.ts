import { allOptions } from './search-options/all-options.ts';
import type { Option } from './search-options/option.ts';

/**
 * The search product's own word. Inside, and in spec.md, it is `engine`; on the wire a setting may put another word in
 * its place, in the service type and in every option name that carries it (spec.md §0 naming rule; platform-facts §4).
 * Values, tags and names of other people are never touched.
 */

/** Service type of the search service, inside. */
export const searchType = 'engine';

/** Service types that mean something else (platform-facts §1.2). */
const otherTypes: readonly string[] = [
  'alloydbomni',
  'cassandra',
  'clickhouse',
  'dragonfly',
  'flink',
  'grafana',
  'influxdb',
  'kafka',
  'kafka_connect',
  'kafka_mirrormaker',
  'm3aggregator',
  'm3db',
  'mysql',
  'pg',
  'redis',
  'thanos',
  'valkey',
];

/** Options of the live platform that spec.md does not have, at the top level (platform-facts §4). */
const laterOptions: readonly string[] = [
  'additional_backup_regions',
  'azure_migration',
  'custom_keystores',
  'custom_repos',
  'gcs_migration',
  'index_rollup',
  'jwt',
  's3_migration',
];

/** A name as the other side has it. */
type Rename = (name: string) => string;
type Config = Readonly<Record<string, unknown>>;

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts the word into a name that carries the inside one: `engine_version` becomes `<word>_version`. */
const withWord = (name: string, word: string): string =>
  name === searchType || name.startsWith(`${searchType}_`) ? word + name.slice(searchType.length) : name;

/**
 * Swaps each name that carries the word with what it becomes. A swap leads back whatever it is given, also names that
 * nobody knows, so no two names ever become one.
 */
const swapOf = (names: readonly string[], word: string): Rename => {
  const swap = new Map<string, string>();
  for (const name of names) {
    const other = withWord(name, word);
    swap.set(name, other);
    if (other !== name) swap.set(other, name);
  }
  return (name) => swap.get(name) ?? name;
};

/** Names of a group of options, and what is to be done to each name in it and below. */
interface Position {
  readonly rename: Rename;
  /** By inside name. */
  readonly members: ReadonlyMap<string, Position>;
}

const positionOf = (option: Option, word: string): Position | undefined => {
  if (option.kind !== 'group') return undefined;
  const members = Object.entries(option.members).flatMap(([name, member]) => {
    const position = positionOf(member, word);
    return position === undefined ? [] : [[name, position] as const];
  });
  return { rename: swapOf(Object.keys(option.members), word), members: new Map(members) };
};

/** Names of each group of options: those of one group must stay apart. */
const groupsOf = (option: Option): string[][] => {
  if (option.kind !== 'group') return [];
  return [Object.keys(option.members), ...Object.values(option.members).flatMap(groupsOf)];
};

const [topNames = [], ...lowerGroups] = groupsOf(allOptions);

/** Every list of names in which no two may become one. */
const nameSpaces = [[searchType, ...otherTypes], [...topNames, ...laterOptions], ...lowerGroups];

const mustBeUsable = (word: string): void => {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(word)) {
    throw new RangeError(`'${word}' cannot name the search engine: give 1-31 of a-z, 0-9 and _, a letter first`);
  }
  if (word === searchType) return;
  const clash = nameSpaces.flatMap((names) =>
    names.map((name) => withWord(name, word)).filter((other, at) => other !== names[at] && names.includes(other)),
  )[0];
  if (clash !== undefined) {
    throw new RangeError(`'${word}' cannot name the search engine: ${clash} means something else; give another word`);
  }
};

/** Whether a service type is one of those that are known, the search type under its neutral name included. */
export const isKnownType = (type: string): boolean => type === searchType || otherTypes.includes(type);

/** Whether the names of a type's options are those of a search service under that word; false for an unusable word. */
export const takesSearchOptions = (type: string, names: readonly string[]): boolean => {
  try {
    mustBeUsable(type);
  } catch {
    return false;
  }
  const telling = [searchType, `${searchType}_dashboards`, `${searchType}_version`, 'index_patterns'];
  return telling.every((name) => names.includes(withWord(name, type)));
};

type Turn = (config: Config, position: Position | undefined) => Config;

/** Renames the members of a configuration, group by group; `inside` gives the name by which a member's group is found. */
const turn =
  (inside: (from: string, to: string) => string): Turn =>
  (config, position) => {
    if (position === undefined) return config;
    return Object.fromEntries(
      Object.entries(config).map(([from, value]) => {
        const to = position.rename(from);
        const below = position.members.get(inside(from, to));
        return [to, isConfig(value) ? turn(inside)(value, below) : value];
      }),
    );
  };

const outward = turn((from) => from);
const inward = turn((_, to) => to);

const schemaOutward = (schema: Config, position: Position | undefined): Config => {
  if (position === undefined) return schema;
  const turned = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'required' && Array.isArray(value)) return [keyword, value.map(position.rename)];
    if (keyword !== 'properties' || !isConfig(value)) return [keyword, value];
    const properties = Object.entries(value).map(([name, property]) => [
      position.rename(name),
      isConfig(property) ? schemaOutward(property, position.members.get(name)) : property,
    ]);
    return [keyword, Object.fromEntries(properties)];
  });
  return Object.fromEntries(turned);
};

/** Turns names between inside, where the word is `engine`, and the wire. */
export interface SearchProductName {
  readonly word: string;
  readonly typeToWire: Rename;
  readonly typeFromWire: Rename;
  /** `user_config` of a search service; of no other, whose names are its own. */
  readonly configToWire: (config: Config) => Config;
  readonly configFromWire: (config: Config) => Config;
  /** Names that lead to an option, for messages. */
  readonly pathToWire: (path: readonly PropertyKey[]) => PropertyKey[];
  /** JSON Schema of such a `user_config`. */
  readonly schemaToWire: (schema: Config) => Config;
}

/**
 * The names of a platform whose search product goes by this word.
 * @throws RangeError for a word that cannot be part of a name, or that would make two names one
 */
export const searchProductName = (word: string): SearchProductName => {
  mustBeUsable(word);
  const top = positionOf(allOptions, word);
  const swapType = swapOf([searchType], word);
  return {
    word,
    typeToWire: swapType,
    typeFromWire: swapType,
    configToWire: (config) => outward(config, top),
    configFromWire: (config) => inward(config, top),
    schemaToWire: (schema) => schemaOutward(schema, top),
    pathToWire: (path) => {
      let position = top;
      return path.map((step) => {
        if (typeof step !== 'string' || position === undefined) return step;
        const to = position.rename(step);
        position = position.members.get(step);
        return to;
      });
    },
  };
};
