import * as z from 'zod';
import type { Profile } from '../core/model/profile.ts';
import { searchConfigJsonSchema } from '../wire/search-options/json-schema.ts';
import { teamSchema } from './include/team-schema.ts';
import { ownRule, policySchemaOf, rule } from './policy-schema.ts';
import { baselineConfig } from './search-baseline-schema.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Required and forbidden members per effect, a check of the zod schema in JSON Schema. */
const ruleAddition: JsonSchema = {
  if: { properties: { effect: { const: 'enable' } }, required: ['effect'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['maxAdditionalGb'] },
  else: { properties: { maxAdditionalGb: false, forecast: false, atLeastGb: false, maxByTagGb: false } },
};

const options = { target: 'draft-2020-12', io: 'input' } as const;

/** JSON Schema of search options; zod cannot derive it because a check comes first. */
const baselineAddition = (profile: Profile, { description }: JsonSchema): JsonSchema => {
  const { $schema: _version, ...config } = searchConfigJsonSchema(profile, 'part');
  return { ...config, minProperties: 1, description };
};

/**
 * The policy document as JSON Schema 2020-12 for editors, with a description and the default of every member. It accepts
 * every document that `parsePolicy` accepts; only `headroom validate` checks rules that JSON Schema cannot express (unique
 * names, exact decimals).
 * @param profile profile that validates the search options of baselines
 */
export const policyJsonSchema = (profile: Profile = 'documented'): JsonSchema => {
  const schema: JsonSchema = z.toJSONSchema(policySchemaOf(profile), {
    ...options,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === ownRule) Object.assign(jsonSchema, ruleAddition);
      if (zodSchema === baselineConfig(profile)) Object.assign(jsonSchema, baselineAddition(profile, jsonSchema));
    },
  });
  return { title: 'Headroom policy', ...schema };
};

/** An included file as JSON Schema 2020-12; only the including document knows the bounds of its values. */
export const includedJsonSchema = (): JsonSchema => {
  const schema: JsonSchema = z.toJSONSchema(teamSchema, {
    ...options,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === rule) Object.assign(jsonSchema, ruleAddition);
    },
  });
  return { title: 'Included file of a Headroom policy', ...schema };
};
