import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * What is known of each option from outside, written down by itself and not made from the schema: every test of the
 * table walks it. `spec` is the type that spec.md §2.4 gives; shapes below it have none. `[]` stands for an item.
 */
const fact = z.strictObject({
  path: z.string(),
  type: z.union([z.string(), z.array(z.string())]),
  spec: z.string().optional(),
  nullable: z.literal(true).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  deprecated: z.literal(true).optional(),
  required: z.literal(true).optional(),
  createOnly: z.literal(true).optional(),
  secret: z.literal(true).optional(),
});

export type Fact = z.infer<typeof fact>;

export const facts: readonly Fact[] = z
  .array(fact)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'facts.json'), 'utf8')));

/** The path as steps: 0 for an item of a list. */
export const stepsOf = (path: string): (string | number)[] =>
  path.split('.').flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), 0] : [step]));

/** Members that an item must have beside the one that is looked at. */
const companions: Readonly<Record<string, object>> = {
  index_patterns: { pattern: 'logs-*', max_index_count: 3 },
  ip_filter: { network: '10.0.0.0/8' },
};

const nested = ([step, ...rest]: readonly (string | number)[], value: unknown, list?: string): unknown => {
  if (step === undefined) return value;
  const below = nested(rest, value, typeof step === 'string' ? step : list);
  if (typeof step === 'string') return { [step]: below };
  const isObject = typeof below === 'object' && below !== null && !Array.isArray(below);
  return [isObject && rest.length > 0 ? { ...companions[list ?? ''], ...below } : below];
};

/** A configuration that holds nothing but this value at this path, and what must stand beside it. */
export const configWith = (path: string, value: unknown): unknown => nested(stepsOf(path), value);
