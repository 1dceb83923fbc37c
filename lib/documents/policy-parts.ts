import * as z from 'zod';
import { parseMoney } from '../core/model/money.ts';
import type { Patterns, Selector } from '../core/model/policy-document.ts';
import { firstUnseen } from '../core/model/visible-text.ts';

/** Longer than any name or tag; comparing two globs takes time proportional to the product of their lengths. */
const longestGlob = 1000;

/** One glob, or one glob to exclude. */
const pattern = z
  .string()
  .regex(/^!?[^!]/, 'must be a glob of at least one character, or "!" and a glob')
  .max(longestGlob);

/** A glob, which is read as a list of one, or a non-empty list; an empty list would be ambiguous between "all" and "none". */
export const patterns = z.union([
  pattern.transform((glob): Patterns => [glob]),
  z.array(pattern).min(1, 'must list at least one glob'),
]);

/** Globs by tag key; an empty mapping would be ambiguous between "all" and "none". */
const tagPatterns = z
  .record(z.string(), patterns)
  .refine((tags) => Object.keys(tags).length > 0, 'must name at least one tag')
  .meta({ minProperties: 1 });

/** An empty selector is invalid, so that commenting out the last condition never selects everything. */
export const selector = z
  .strictObject({
    project: patterns.optional().describe('Project names: globs with * and ?; a leading ! excludes.'),
    service: patterns.optional().describe('Service names: globs with * and ?; a leading ! excludes.'),
    serviceType: patterns
      .optional()
      .describe('Service types, like pg or kafka: globs with * and ?; a leading ! excludes.'),
    plan: patterns.optional().describe('Service plans, like business-8: globs with * and ?; a leading ! excludes.'),
    cloud: patterns.optional().describe('Cloud names, like aws-eu-west-1: globs with * and ?; a leading ! excludes.'),
    state: patterns.optional().describe('Lifecycle states, like RUNNING: globs with * and ?; a leading ! excludes.'),
    tags: tagPatterns
      .optional()
      .describe('Values by tag key. A tag of the service takes precedence over the same key of its project.'),
    projectTags: tagPatterns.optional().describe('Values by tag key, for tags of the project only.'),
  } satisfies Record<Exclude<keyof Selector, 'within'>, z.ZodType>)
  .refine((match) => Object.keys(match).length > 0, 'must have at least one condition; project: "*" matches everything')
  .meta({ minProperties: 1 });

// Not `z.int`: its error for a fraction would hide all other errors of the document.
export const whole = z.number().multipleOf(1, 'must be a whole number').min(0);

/**
 * An optional member whose absence affects decisions: parsing leaves it absent, and the published schema shows the default
 * that then applies.
 */
export const absentMeans = <T extends z.ZodType>(member: T, standard: unknown) =>
  member.optional().meta({ default: standard });

/** @param list name of the list in messages */
export const uniqueNames = (list: string, things: string) =>
  z.superRefine(
    (named: readonly { readonly name?: unknown }[], context) => {
      const first = new Map<unknown, number>();
      named.forEach((each, index) => {
        const name = each?.name;
        if (typeof name !== 'string') return;
        const earlier = first.get(name);
        if (earlier === undefined) {
          first.set(name, index);
          return;
        }
        const message = `"${name}" is already the name of ${list}[${earlier}]; names of ${things} must be unique`;
        context.addIssue({ code: 'custom', path: [index, 'name'], message });
      });
    },
    { when: ({ value }) => Array.isArray(value) },
  );

/** Most likely intended amount of a number, as text. */
const inQuotes = (input: unknown): string => {
  if (Number.isSafeInteger(input)) return `"${input}.00"`;
  return typeof input === 'number' && parseMoney(String(input)) !== null ? `"${input}"` : '"400.00"';
};

/** An amount as an exact decimal, never a float. */
export const money = z
  .string({
    error: ({ input }) => (input === undefined ? undefined : `must be money in quotes such as ${inQuotes(input)}`),
  })
  .refine((text) => parseMoney(text) !== null, {
    error: 'must be money such as "400.00" or "0.15": no currency, at most 12 decimals',
  });

/** Name of a rule, a budget or a baseline: tables and messages quote it, so every character must be visible. */
export const name = z
  .string()
  .regex(/\S/, 'must not be empty')
  .refine((text) => firstUnseen(text) === undefined, {
    error: ({ input }) =>
      `must not contain control or invisible characters, but has ${firstUnseen(String(input))}: retype the name`,
  });
