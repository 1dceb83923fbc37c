import * as z from 'zod';
import { isMembers } from '../../core/model/plain-data.ts';
import type { Profile } from '../../core/model/profile.ts';
import { type Extent, searchSchema } from './schema.ts';

/**
 * The options as JSON Schema 2020-12 in the form that public clients read: every schema has `type`, a list if several
 * types are allowed, with the bounds beside it (pf 2.14 types).
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

const typesOf = ({ type }: JsonSchema): unknown[] => (Array.isArray(type) ? type : [type]);

/** Joins all descriptions; every other keyword occurs in one form at most, because no two forms have the same type. */
const descriptionOf = (forms: readonly JsonSchema[]): JsonSchema => {
  const descriptions = forms.flatMap(({ description }) => (description === undefined ? [] : [description]));
  return descriptions.length === 0 ? {} : { description: descriptions.join(' Or: ') };
};

/** One schema of several types; an enum includes null if that is one of the types. */
const joined = (forms: readonly JsonSchema[]): JsonSchema => {
  const type = forms.flatMap(typesOf);
  const merged: JsonSchema = Object.assign({}, ...forms.toReversed(), descriptionOf(forms), { type });
  return Array.isArray(merged.enum) && type.includes('null') ? { ...merged, enum: [...merged.enum, null] } : merged;
};

const entriesWithTypes = (schemas: unknown): unknown =>
  isMembers(schemas)
    ? Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withTypes(schema)]))
    : schemas;

const withTypes = (schema: unknown): unknown => {
  if (!isMembers(schema)) return schema;
  const { anyOf, ...rest } = schema;
  const inner = { ...rest };
  if ('properties' in inner) inner.properties = entriesWithTypes(inner.properties);
  if ('items' in inner) inner.items = withTypes(inner.items);
  return Array.isArray(anyOf) ? { ...joined(anyOf.map((form) => withTypes(form) as JsonSchema)), ...inner } : inner;
};

/** Schema of a `user_config` as the platform publishes it: types and bounds, without the rules between options. */
export const searchConfigJsonSchema = (profile: Profile, extent: Extent = 'whole'): JsonSchema =>
  withTypes(z.toJSONSchema(searchSchema(profile, extent))) as JsonSchema;

const extended = (schema: JsonSchema, name: string, more: JsonSchema): JsonSchema => {
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>;
  return { ...schema, properties: { ...properties, [name]: { ...properties[name], ...more } } };
};

const percentage = ['indices_memory_index_buffer_size'];

/**
 * The same with the rules that refuse a new service's configuration: it accepts exactly the configurations without
 * `config check` errors.
 */
export const searchConfigRulesJsonSchema = (profile: Profile): JsonSchema => {
  const ofEngine = extended(searchConfigJsonSchema(profile), 'engine', {
    // §2.4 rule 7.
    dependentRequired: {
      indices_memory_min_index_buffer_size: percentage,
      indices_memory_max_index_buffer_size: percentage,
    },
  });
  // §2.4 rule 1; on today's platform this depends on the project.
  const name = 'disable_replication_factor_adjustment';
  const schema = profile === 'documented' ? extended(ofEngine, name, { not: { const: true } }) : ofEngine;
  // §2.4 rule 5; null names no service.
  const fork = { required: ['service_to_fork_from'], properties: { service_to_fork_from: { type: 'string' } } };
  return { ...schema, dependentSchemas: { recovery_basebackup_name: fork } };
};
