import * as z from 'zod';
import type { Profile } from '../core/model/model.ts';
import { searchSchema } from '../wire/search-options/schema.ts';
import { policySchemaOf, rule } from './policy-schema.ts';
import { baselineConfig } from './search-baseline-schema.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Required and forbidden members per effect, a check of the zod schema in JSON Schema. */
const ruleAddition: JsonSchema = {
  if: { properties: { effect: { const: 'enable' } }, required: ['effect'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { maxAdditionalGb: true }, required: ['maxAdditionalGb'] },
  else: { properties: { maxAdditionalGb: false, forecast: false, atLeastGb: false, maxByTagGb: false } },
};

/** Where the public store of schemas keeps it, so that editors know it by the name of the file. */
const schemaAddress = 'https://json.schemastore.org/headroom-policy.json';

/** The latest draft that editors support everywhere, and the one that the public store of schemas asks for. */
const options = { target: 'draft-07', io: 'input' } as const;

/** JSON Schema of search options; zod cannot derive it because a check comes first. */
const baselineAddition = (profile: Profile, { description }: JsonSchema): JsonSchema => {
  const { $schema: _version, ...config } = z.toJSONSchema(searchSchema(profile, 'part'), options);
  return { ...config, minProperties: 1, description };
};

/**
 * The policy document as JSON Schema (draft-07) for editors, with a description and the default of every member. It accepts
 * every document that `parsePolicy` accepts; only `headroom validate` checks rules that JSON Schema cannot express (unique
 * names, exact decimals).
 * @param profile profile that validates the search options of baselines
 */
export const policyJsonSchema = (profile: Profile = 'documented'): JsonSchema => {
  const schema: JsonSchema = z.toJSONSchema(policySchemaOf(profile), {
    ...options,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === rule) Object.assign(jsonSchema, ruleAddition);
      if (zodSchema === baselineConfig(profile)) Object.assign(jsonSchema, baselineAddition(profile, jsonSchema));
    },
  });
  return {
    $id: schemaAddress,
    title: 'Headroom policy',
    description: 'Which services get the disk autoscaler, with which maximum, and what all maximums may cost.',
    ...schema,
  };
};
