import type * as z from 'zod';
import { byText } from '../../core/model/grouping.ts';
import { isMembers, type Members } from '../../core/model/plain-data.ts';
import { searchPartIssues } from '../../wire/search-options/check.ts';
import { optionAt } from '../../wire/search-options/facts.ts';
import { type JsonSchema, searchConfigJsonSchema } from '../../wire/search-options/json-schema.ts';
import { searchType } from '../../wire/search-product-name.ts';
import known from './option-schemas.json' with { type: 'json' };
import { membersOf, schemaIssues } from './schema-issues.ts';

/**
 * The options of every service type but the search type, and the options of the search type that are newer than
 * the specification: names, types and choices as public clients know them (pf 4; A-53).
 */

type Issue = z.core.$ZodIssue;

/** The schemas of options that many types have. The platform never shows a secret. */
const plain = {
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  string: { type: 'string' },
  secret: { type: 'string', writeOnly: true },
  strings: { type: 'array', items: { type: 'string' } },
  hour: { type: 'integer', minimum: 0, maximum: 23 },
  minute: { type: 'integer', minimum: 0, maximum: 59 },
  port: { type: 'integer', minimum: 1, maximum: 65535 },
  regions: { type: 'array', maxItems: 1, items: { type: 'string', maxLength: 256 } },
} as const satisfies Record<string, JsonSchema>;

/** The options of a type in the file: names by what they take, and parts and lists of objects with options of their own. */
interface OptionNames extends Partial<Record<keyof typeof plain, readonly string[]>> {
  /** Shared options that it has besides. */
  readonly with?: readonly (keyof typeof known.shared)[];
  /** Components that each of the access objects names. */
  readonly access?: readonly string[];
  readonly choice?: Readonly<Record<string, readonly string[]>>;
  readonly other?: Readonly<Record<string, JsonSchema>>;
  readonly lists?: Readonly<Record<string, OptionNames>>;
  readonly parts?: Readonly<Record<string, OptionNames>>;
  readonly required?: readonly string[];
}

/** Lists of both are joined, and so are members, at every depth. */
const merged = (one: Members, other: Members): Members => {
  const all: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = all[name];
    if (Array.isArray(before)) all[name] = before.concat(value);
    else all[name] = isMembers(before) && isMembers(value) ? merged(before, value) : value;
  }
  return all;
};

const accessOf = (boolean: readonly string[]): Members => ({
  parts: { private_access: { boolean }, privatelink_access: { boolean }, public_access: { boolean } },
});

/** The options of a type with the shared ones that it takes. */
const complete = ({ with: shared = [], access, ...names }: OptionNames): OptionNames =>
  shared
    .map((name): Members => ({ ...complete(known.shared[name] as OptionNames) }))
    .concat(access === undefined ? [] : accessOf(access))
    .reduce(merged, names);

const schemaOf = (names: OptionNames): JsonSchema => {
  const { choice = {}, other = {}, lists = {}, parts = {}, required, ...byKind } = complete(names);
  const options: (readonly [name: string, JsonSchema])[] = [
    ...Object.entries(plain).flatMap(([kind, schema]) =>
      (byKind[kind as keyof typeof plain] ?? []).map((name) => [name, schema] as const),
    ),
    ...Object.entries(choice).map(([name, values]) => [name, { type: 'string', enum: values }] as const),
    ...Object.entries(other),
    ...Object.entries(lists).map(([name, item]) => [name, { type: 'array', items: schemaOf(item) }] as const),
    ...Object.entries(parts).map(([name, part]) => [name, schemaOf(part)] as const),
  ];
  const properties = Object.fromEntries(options.sort(([one], [another]) => byText(one, another)));
  return { type: 'object', properties, additionalProperties: false, ...(required && { required }) };
};

const schemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(known.types).map(([type, names]) => [type, schemaOf(names as OptionNames)]),
);

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

const issuesOf = (type: string, config: Members): readonly Issue[] => {
  const schema = ownSchema(type);
  return schema === undefined ? [] : schemaIssues(schema, config, []);
};

/** The versions of a type other than the search type; none where it has no such option. */
export const versionChoices = (type: string): readonly string[] =>
  (membersOf(ownSchema(type) ?? {})[`${type}_version`]?.enum ?? []) as readonly string[];

/** Problems of the options of a type other than the search type; none for an unknown type. */
export const optionIssues = (type: string, config: Members): readonly Issue[] => {
  const { [filter]: filters, ...others } = config;
  const ofFilters = filters === undefined ? [] : searchPartIssues({ [filter]: filters }, 'current');
  return [...ofFilters, ...issuesOf(type, others)];
};

/** A search configuration in two parts: options that the specification has, and newer ones. */
export const partsByAge = (config: Members): { readonly specified: Members; readonly newer: Members } => {
  const divided = (part: Members, schema: JsonSchema, path: readonly string[]): [Members, Members] => {
    const specified: Record<string, unknown> = {};
    const newer: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(part)) {
      const below = Object.hasOwn(membersOf(schema), name) ? membersOf(schema)[name] : undefined;
      if (below === undefined) specified[name] = value;
      else if (optionAt([...path, name], 'current') === undefined) newer[name] = value;
      else if (isMembers(value)) [specified[name], newer[name]] = divided(value, below, [...path, name]);
      else specified[name] = value;
    }
    return [specified, newer];
  };
  const [specified, newer] = divided(config, schemas[searchType] ?? {}, []);
  return { specified, newer };
};

/** Problems of the newer options of a search service. */
export const newerIssues = (newer: Members): readonly Issue[] => issuesOf(searchType, newer);

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
export const withoutWriteOnly = (type: string, config: Members): Members => {
  const shown = (part: Members, schema: JsonSchema): Members =>
    Object.fromEntries(
      Object.entries(part).flatMap(([name, value]) => {
        const below = membersOf(schema)[name] ?? {};
        if (below.writeOnly === true) return [];
        return [[name, isMembers(value) ? shown(value, below) : value]];
      }),
    );
  return shown(config, ownSchema(type) ?? {});
};
