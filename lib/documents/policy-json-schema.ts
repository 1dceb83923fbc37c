import * as z from 'zod';
import type { Profile } from '../core/model/profile.ts';
import { searchConfigJsonSchema } from '../wire/search-options/json-schema.ts';
import { policySchemaOf, rule } from './policy-schema.ts';
import { baselineConfig } from './search-baseline-schema.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The member that an effect needs, and those that it must not have: a check of the schema in words of JSON Schema. */
const ruleAddition: JsonSchema = {
  if: { properties: { effect: { const: 'enable' } }, required: ['effect'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['maxAdditionalGb'] },
  else: { properties: { maxAdditionalGb: false, forecast: false, atLeastGb: false } },
};

/** The options of a search service, whose schema zod's own does not show behind its checks. */
const baselineAddition = (profile: Profile, { description }: JsonSchema): JsonSchema => {
  const { $schema: _dialect, ...config } = searchConfigJsonSchema(profile, 'part');
  return { ...config, minProperties: 1, description };
};

/**
 * The policy document as JSON Schema 2020-12, with the meaning and the default of every member, for editors. It takes
 * every document that `parsePolicy` takes; rules that JSON Schema has no words for (names given twice, exact decimals) are
 * left to `headroom validate`.
 * @param profile whose values the search options of baselines must have
 */
export const policyJsonSchema = (profile: Profile = 'documented'): JsonSchema => {
  const schema: JsonSchema = z.toJSONSchema(policySchemaOf(profile), {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === rule) Object.assign(jsonSchema, ruleAddition);
      if (zodSchema === baselineConfig(profile)) Object.assign(jsonSchema, baselineAddition(profile, jsonSchema));
    },
  });
  return { title: 'Headroom policy', ...schema };
};
