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

/** The schemas of most options. The platform never shows a secret. */
const plain = {
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  string: { type: 'string' },
  secret: { type: 'string', writeOnly: true },
} as const satisfies Record<string, JsonSchema>;

/** The options of a type in the file: names by what they take, and parts that have options of their own. */
interface OptionNames extends Partial<Record<keyof typeof plain, readonly string[]>> {
  readonly choice?: Readonly<Record<string, readonly string[]>>;
  readonly other?: Readonly<Record<string, JsonSchema>>;
  readonly parts?: Readonly<Record<string, OptionNames>>;
  readonly required?: readonly string[];
}

const schemaOf = (names: OptionNames): JsonSchema => {
  const { choice = {}, other = {}, parts = {}, required } = names;
  const options: (readonly [name: string, JsonSchema])[] = [
    ...Object.entries(plain).flatMap(([kind, schema]) =>
      (names[kind as keyof typeof plain] ?? []).map((name) => [name, schema] as const),
    ),
    ...Object.entries(choice).map(([name, values]) => [name, { type: 'string', enum: values }] as const),
    ...Object.entries(other),
    ...Object.entries(parts).map(([name, part]) => [name, schemaOf(part)] as const),
  ];
  const properties = Object.fromEntries(options.sort(([one], [another]) => byText(one, another)));
  return { type: 'object', properties, additionalProperties: false, ...(required && { required }) };
};

const schemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(known as Readonly<Record<string, OptionNames>>).map(([type, names]) => [type, schemaOf(names)]),
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
