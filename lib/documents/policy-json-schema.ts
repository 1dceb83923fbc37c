import * as z from 'zod';
import type { Profile } from '../core/model/profile.ts';
import { searchConfigJsonSchema } from '../wire/search-options/json-schema.ts';
import { policyDescriptions } from './policy-descriptions.ts';
import { selector, tagPatterns } from './policy-parts.ts';
import { policySchemaOf, rule } from './policy-schema.ts';
import { baselineConfig } from './search-baseline-schema.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What checks of the schema say that JSON Schema has words for, by the schema that they belong to. */
const additions = new Map<unknown, () => JsonSchema>([
  [selector, () => ({ minProperties: 1 })],
  [tagPatterns, () => ({ minProperties: 1 })],
  [
    rule,
    () => ({
      if: { properties: { effect: { const: 'enable' } }, required: ['effect'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['maxAdditionalGb'] },
      else: { properties: { maxAdditionalGb: false, forecast: false, atLeastGb: false } },
    }),
  ],
]);

const baselineAddition = (profile: Profile): JsonSchema => {
  const { $schema: _dialect, ...config } = searchConfigJsonSchema(profile, 'part');
  return { ...config, minProperties: 1 };
};

/** The last `match` on the way, since a selector means the same wherever it stands. */
const descriptionAt = (path: string): string | undefined =>
  policyDescriptions[path] ?? policyDescriptions[path.replace(/^.*\.(?=match\.)/, '')];

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Puts descriptions where members of the document are declared. */
const describe = (schema: JsonSchema, path: string): void => {
  const description = descriptionAt(path);
  if (description !== undefined) schema.description = description;
  if (isSchema(schema.items) && !Array.isArray(schema.items)) describe(schema.items, `${path}[]`);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (isSchema(member)) describe(member, path === '' ? name : `${path}.${name}`);
  }
};

/**
 * The policy document as JSON Schema 2020-12, with descriptions, for editors. It takes every document that `parsePolicy`
 * takes; rules that JSON Schema has no words for (names given twice, exact decimals) are left to `headroom validate`.
 * @param profile whose values the search options of baselines must have
 */
export const policyJsonSchema = (profile: Profile = 'documented'): JsonSchema => {
  const schema: JsonSchema = z.toJSONSchema(policySchemaOf(profile), {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const isBaseline = zodSchema === baselineConfig(profile);
      Object.assign(jsonSchema, isBaseline ? baselineAddition(profile) : additions.get(zodSchema)?.());
    },
  });
  describe(schema, '');
  return { title: 'Headroom policy', ...schema };
};
