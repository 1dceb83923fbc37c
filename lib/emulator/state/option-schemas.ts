import * as z from 'zod';
import { searchPartIssues } from '../../wire/search-options/check.ts';
import { optionAt } from '../../wire/search-options/facts.ts';
import { type JsonSchema, searchConfigJsonSchema } from '../../wire/search-options/json-schema.ts';
import { searchType } from '../../wire/search-product-name.ts';
import known from './option-schemas.json' with { type: 'json' };

/**
 * The options of every service type but the search type, and those of the search type that are newer than the
 * specification: names, types and choices as public clients know them (pf 4; A-53).
 */

type Issue = z.core.$ZodIssue;
type Config = Readonly<Record<string, unknown>>;

const schemas: Readonly<Record<string, JsonSchema>> = known;

const isObject = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const membersOf = ({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (properties ?? {}) as Readonly<Record<string, JsonSchema>>;

const ownSchema = (type: string): JsonSchema | undefined => (Object.hasOwn(schemas, type) ? schemas[type] : undefined);

/** The network filter, which every type has. */
const filter = 'ip_filter';

/** The schema of a type other than the search type; undefined for a type whose options are not known. */
export const optionSchema = (type: string): JsonSchema | undefined => {
  const own = ownSchema(type);
  if (own === undefined) return undefined;
  const { [filter]: filters } = membersOf(searchConfigJsonSchema('current'));
  return { ...own, properties: { ...membersOf(own), [filter]: filters } };
};

const checks = new Map<string, z.ZodType>();

const issuesOf = (type: string, config: Config): readonly Issue[] => {
  const schema = ownSchema(type);
  if (schema === undefined) return [];
  const check = checks.get(type) ?? z.fromJSONSchema(schema);
  checks.set(type, check);
  return check.safeParse(config).error?.issues ?? [];
};

/** What is wrong with the options of a type other than the search type; nothing for a type that is not known. */
export const optionIssues = (type: string, config: Config): readonly Issue[] => {
  const { [filter]: filters, ...others } = config;
  const ofFilters = filters === undefined ? [] : searchPartIssues({ [filter]: filters }, 'current');
  return [...ofFilters, ...issuesOf(type, others)];
};

/** A search configuration in two parts: options that the specification has, and newer ones. */
export const partsByAge = (config: Config): { readonly specified: Config; readonly newer: Config } => {
  const divided = (part: Config, schema: JsonSchema, path: readonly string[]): [Config, Config] => {
    const specified: Record<string, unknown> = {};
    const newer: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(part)) {
      const below = Object.hasOwn(membersOf(schema), name) ? membersOf(schema)[name] : undefined;
      if (below === undefined) specified[name] = value;
      else if (optionAt([...path, name], 'current') === undefined) newer[name] = value;
      else if (isObject(value)) [specified[name], newer[name]] = divided(value, below, [...path, name]);
      else specified[name] = value;
    }
    return [specified, newer];
  };
  const [specified, newer] = divided(config, schemas[searchType] ?? {}, []);
  return { specified, newer };
};

/** What is wrong with the newer options of a search service. */
export const newerIssues = (newer: Config): readonly Issue[] => issuesOf(searchType, newer);

const joined = (one: JsonSchema, other: JsonSchema): JsonSchema => {
  const members = { ...membersOf(one) };
  for (const [name, schema] of Object.entries(membersOf(other))) {
    const before = members[name];
    members[name] = before === undefined ? schema : joined(before, schema);
  }
  return { ...one, properties: members };
};

/** The options of the search type with those that are newer than the specification. */
export const withNewerOptions = (schema: JsonSchema): JsonSchema => joined(schema, schemas[searchType] ?? {});

/** A configuration without the members that are never shown. */
export const withoutWriteOnly = (type: string, config: Config): Config => {
  const shown = (part: Config, schema: JsonSchema): Config =>
    Object.fromEntries(
      Object.entries(part).flatMap(([name, value]) => {
        const below = membersOf(schema)[name] ?? {};
        if (below.writeOnly === true) return [];
        return [[name, isObject(value) ? shown(value, below) : value]];
      }),
    );
  return shown(config, ownSchema(type) ?? {});
};
