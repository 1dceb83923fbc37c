import { isMembers, type Members } from '../core/model/plain-data.ts';
import { oncePerText } from '../core/model/remembering.ts';
import { type Option, optionsOf } from './search-options/options.ts';

/**
 * The search product's name. In the code and in the specification it is `engine`; a setting can replace it on the wire,
 * in the service type and in every option name that contains it (spec.md §0 naming rule; pf 4).
 * Values, tags and user-defined names are never changed.
 */

/** Service type of the search service in the code. */
export const searchType = 'engine';

/** Service types with another meaning (pf 1.2). */
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

/** Top-level options of the live platform that the specification does not have (pf 4). */
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

/** Translates a name to the other side. */
type Rename = (name: string) => string;

/** Replaces the neutral word in a name: `engine_version` becomes `<word>_version`. */
const withWord = (name: string, word: string): string =>
  name === searchType || name.startsWith(`${searchType}_`) ? word + name.slice(searchType.length) : name;

/**
 * Swaps each name that contains the word with its translation. A second swap restores every name, including
 * unknown ones, so two names never become one.
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

/** Translation of the names of an option group and of the groups below it. */
interface Position {
  readonly rename: Rename;
  /** By neutral name. */
  readonly members: ReadonlyMap<string, Position>;
}

const positionOf = ({ properties }: Option, word: string): Position | undefined => {
  if (properties === undefined) return undefined;
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const position = positionOf(member, word);
    return position === undefined ? [] : [[name, position] as const];
  });
  return { rename: swapOf(Object.keys(properties), word), members: new Map(members) };
};

/** Names of each option group; within a group they must stay distinct. */
const groupsOf = ({ properties }: Option): string[][] =>
  properties === undefined ? [] : [Object.keys(properties), ...Object.values(properties).flatMap(groupsOf)];

const [topNames = [], ...lowerGroups] = groupsOf(optionsOf('documented'));

/** Every list of names that must stay distinct. */
const nameSpaces = [[searchType, ...otherTypes], [...topNames, ...laterOptions], ...lowerGroups];

const mustBeUsable = (word: string): void => {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(word)) {
    throw new RangeError(
      `'${word}' cannot name the search engine: use 1-31 characters of a-z, 0-9 and _, starting with a letter`,
    );
  }
  if (word === searchType) return;
  const clash = nameSpaces.flatMap((names) =>
    names.map((name) => withWord(name, word)).filter((other, at) => other !== names[at] && names.includes(other)),
  )[0];
  if (clash !== undefined) {
    throw new RangeError(`'${word}' cannot name the search engine: ${clash} has another meaning; use another word`);
  }
};

/** Whether a service type is known, including the search type by its neutral name. */
export const isKnownType = (type: string): boolean => type === searchType || otherTypes.includes(type);

/** Whether a type has the option names of a search service of that name; false for an unusable word. */
export const takesSearchOptions = (type: string, names: readonly string[]): boolean => {
  try {
    mustBeUsable(type);
  } catch {
    return false;
  }
  const typicalNames = [searchType, `${searchType}_dashboards`, `${searchType}_version`, 'index_patterns'];
  return typicalNames.every((name) => names.includes(withWord(name, type)));
};

type Translate = (config: Members, position: Position | undefined) => Members;

/**
 * Translates the members of a configuration, group by group; `inside` selects the name that identifies a member's
 * group.
 */
const translate =
  (inside: (from: string, to: string) => string): Translate =>
  (config, position) => {
    if (position === undefined) return config;
    return Object.fromEntries(
      Object.entries(config).map(([from, value]) => {
        const to = position.rename(from);
        const below = position.members.get(inside(from, to));
        return [to, isMembers(value) ? translate(inside)(value, below) : value];
      }),
    );
  };

const outward = translate((from) => from);
const inward = translate((_, to) => to);

const schemaOutward = (schema: Members, position: Position | undefined): Members => {
  if (position === undefined) return schema;
  const translated = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'required' && Array.isArray(value)) return [keyword, value.map(position.rename)];
    if (keyword !== 'properties' || !isMembers(value)) return [keyword, value];
    const properties = Object.entries(value).map(([name, property]) => [
      position.rename(name),
      isMembers(property) ? schemaOutward(property, position.members.get(name)) : property,
    ]);
    return [keyword, Object.fromEntries(properties)];
  });
  return Object.fromEntries(translated);
};

/** Translates names between the code, where the word is `engine`, and the wire. */
export interface SearchProductName {
  readonly word: string;
  readonly typeToWire: Rename;
  readonly typeFromWire: Rename;
  /** `user_config` of a search service; for no other type, because other types have their own names. */
  readonly configToWire: (config: Members) => Members;
  readonly configFromWire: (config: Members) => Members;
  /** Path of an option, for messages. */
  readonly pathToWire: (path: readonly PropertyKey[]) => PropertyKey[];
  /** JSON Schema of a search service's `user_config`. */
  readonly schemaToWire: (schema: Members) => Members;
}

const namesOf = (word: string): SearchProductName => {
  mustBeUsable(word);
  const top = positionOf(optionsOf('documented'), word);
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

/**
 * The names of a platform whose search product has this word. A process meets few words, and to build their tables takes longer
 * than most calls of the platform.
 * @throws RangeError for a word that cannot be part of a name, or that would make two names equal
 */
export const searchProductName = oncePerText(namesOf);
