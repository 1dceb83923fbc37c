import * as z from 'zod';
import type { Profile } from '../../core/model/profile.ts';
import { type Extent, searchSchema } from './schema.ts';

/**
 * The options as JSON Schema 2020-12 in the shape that public clients read: every schema has `type`, and where several
 * are allowed it is their list, with the bounds beside it (pf 2.14 types).
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typesOf = ({ type }: JsonSchema): unknown[] => (Array.isArray(type) ? type : [type]);

/** Descriptions are all of use; of every other keyword at most one form has any, because no two are of one type. */
const descriptionOf = (forms: readonly JsonSchema[]): JsonSchema => {
  const said = forms.flatMap(({ description }) => (description === undefined ? [] : [description]));
  return said.length === 0 ? {} : { description: said.join(' Or: ') };
};

/** One schema of several types; a choice of values takes null in where that is one of the types. */
const joined = (forms: readonly JsonSchema[]): JsonSchema => {
  const type = forms.flatMap(typesOf);
  const together: JsonSchema = Object.assign({}, ...forms.toReversed(), descriptionOf(forms), { type });
  return Array.isArray(together.enum) && type.includes('null')
    ? { ...together, enum: [...together.enum, null] }
    : together;
};

const entriesWithTypes = (schemas: unknown): unknown =>
  isSchema(schemas)
    ? Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withTypes(schema)]))
    : schemas;

const withTypes = (schema: unknown): unknown => {
  if (!isSchema(schema)) return schema;
  const { anyOf, ...rest } = schema;
  const inner = { ...rest };
  if ('properties' in inner) inner.properties = entriesWithTypes(inner.properties);
  if ('items' in inner) inner.items = withTypes(inner.items);
  return Array.isArray(anyOf) ? { ...joined(anyOf.map((form) => withTypes(form) as JsonSchema)), ...inner } : inner;
};

/** What a `user_config` may hold, as the platform publishes it: types and bounds, without the rules between options. */
export const searchConfigJsonSchema = (profile: Profile, extent: Extent = 'whole'): JsonSchema =>
  withTypes(z.toJSONSchema(searchSchema(profile, extent))) as JsonSchema;

const extended = (schema: JsonSchema, name: string, more: JsonSchema): JsonSchema => {
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>;
  return { ...schema, properties: { ...properties, [name]: { ...properties[name], ...more } } };
};

const percentage = ['indices_memory_index_buffer_size'];

/**
 * The same with the rules that refuse a new service's configuration, so that it takes exactly what `config check` does
 * not call an error.
 */
export const searchConfigRulesJsonSchema = (profile: Profile): JsonSchema => {
  const ofEngine = extended(searchConfigJsonSchema(profile), 'engine', {
    // §2.4 rule 7.
    dependentRequired: {
      indices_memory_min_index_buffer_size: percentage,
      indices_memory_max_index_buffer_size: percentage,
    },
  });
  // §2.4 rule 1; today it is up to the project.
  const name = 'disable_replication_factor_adjustment';
  const schema = profile === 'documented' ? extended(ofEngine, name, { not: { const: true } }) : ofEngine;
  // §2.4 rule 5; null is no service.
  const fork = { required: ['service_to_fork_from'], properties: { service_to_fork_from: { type: 'string' } } };
  return { ...schema, dependentSchemas: { recovery_basebackup_name: fork } };
};
