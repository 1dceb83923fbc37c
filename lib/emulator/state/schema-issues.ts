import type * as z from 'zod';
import { isMembers, type Members } from '../../core/model/plain-data.ts';
import type { JsonSchema } from '../../wire/search-options/json-schema.ts';

/**
 * Checks a value against the keywords that the schemas of options have. The library's own reader of JSON Schema would bring
 * every kind of schema into all commands.
 */

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];
type Check = (schema: JsonSchema, value: unknown, path: Path) => readonly Issue[];

export const membersOf = ({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (properties ?? {}) as Readonly<Record<string, JsonSchema>>;

const issue = (path: Path, facts: object): Issue => ({ path: [...path], message: 'is not valid', ...facts }) as Issue;

const isOf: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isMembers,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
};

const ofObject: Check = (schema, value, path) => {
  const members = value as Members;
  const known = membersOf(schema);
  const keys = Object.keys(members).filter((name) => !Object.hasOwn(known, name));
  const required = (schema.required ?? []) as readonly string[];
  const missing = required.filter((name) => !Object.hasOwn(members, name));
  return [
    ...Object.entries(members).flatMap(([name, member]) =>
      Object.hasOwn(known, name) ? schemaIssues(known[name] ?? {}, member, [...path, name]) : [],
    ),
    ...missing.map((name) => issue([...path, name], { code: 'invalid_type', expected: 'nonoptional' })),
    ...(keys.length === 0 ? [] : [issue(path, { code: 'unrecognized_keys', keys })]),
  ];
};

const ofArray: Check = ({ items, maxItems }, value, path) => [
  ...(value as readonly unknown[]).flatMap((item, at) =>
    schemaIssues((items ?? {}) as JsonSchema, item, [...path, at]),
  ),
  ...outside(path, (value as readonly unknown[]).length, undefined, maxItems),
];

const outside = (path: Path, size: number, minimum: unknown, maximum: unknown): Issue[] => {
  if (typeof minimum === 'number' && size < minimum) return [issue(path, { code: 'too_small', minimum })];
  return typeof maximum === 'number' && size > maximum ? [issue(path, { code: 'too_big', maximum })] : [];
};

/** Problems of a value, in the form of the library that checks everything else. */
export const schemaIssues: Check = (schema, value, path) => {
  const { type, enum: choices, minimum, maximum, maxLength } = schema;
  if (Array.isArray(choices) && !choices.includes(value))
    return [issue(path, { code: 'invalid_value', values: choices })];
  if (typeof type === 'string' && !isOf[type]?.(value)) return [issue(path, { code: 'invalid_type', expected: type })];
  if (type === 'object') return ofObject(schema, value, path);
  if (type === 'array') return ofArray(schema, value, path);
  if (typeof value === 'number') return outside(path, value, minimum, maximum);
  return typeof value === 'string' ? outside(path, value.length, undefined, maxLength) : [];
};
