import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Profile } from '../../../lib/core/model/model.ts';

/** Bounds and marks that may differ on the live platform. */
const values = {
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  maxItems: z.number().optional(),
};

/**
 * Facts of each option from outside sources, written by hand and not derived from the schema: every test of the
 * table checks them. `spec` is the type in spec.md §2.4; nested shapes have none. `[]` stands for an item.
 * `current` has the differences of today's live platform (pf 4), null for facts that it dropped;
 * bounds beyond exact numbers are omitted.
 */
const fact = z.strictObject({
  path: z.string(),
  type: z.union([z.string(), z.array(z.string())]),
  spec: z.string().optional(),
  nullable: z.literal(true).optional(),
  ...values,
  format: z.literal('cidr').optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  deprecated: z.literal(true).optional(),
  required: z.literal(true).optional(),
  createOnly: z.literal(true).optional(),
  secret: z.literal(true).optional(),
  current: z
    .strictObject({ ...values, deprecated: z.boolean().optional(), enumDeprecated: z.array(z.string()).optional() })
    .optional(),
});

export type Fact = Omit<z.infer<typeof fact>, 'current'>;

const rows = z.array(fact).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'facts.json'), 'utf8')));

export const facts: readonly Fact[] = rows;

/** The facts of a profile. */
export const factsOf = (profile: Profile): readonly Fact[] =>
  profile === 'documented'
    ? facts
    : rows.map(({ current: { enumDeprecated: _, ...differing } = {}, ...documented }) => {
        const all = Object.entries({ ...documented, ...differing });
        return Object.fromEntries(all.filter(([, value]) => value !== null && value !== false)) as unknown as Fact;
      });

/** Choices that the live platform accepts but has deprecated, by option. */
export const retiredChoices = rows.flatMap(({ path, current }) =>
  (current?.enumDeprecated ?? []).map((choice) => ({ path, choice })),
);

/** The path as steps: 0 for a list item. */
export const stepsOf = (path: string): (string | number)[] =>
  path.split('.').flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), 0] : [step]));

/** Other required members of an item. */
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

/** A configuration with only this value at this path, and its required siblings. */
export const configWith = (path: string, value: unknown): unknown => nested(stepsOf(path), value);
