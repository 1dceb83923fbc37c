import * as z from 'zod';
import { parseMoney } from '../core/model/money.ts';
import { firstUnseen } from '../core/model/visible-text.ts';

/** Longer than any name or tag; globs are compared with each other in time of their lengths multiplied. */
const longestGlob = 1000;

/** One glob, or one glob to exclude. */
const pattern = z
  .string()
  .regex(/^!?[^!]/, 'must be a glob of at least one character, or "!" and a glob')
  .max(longestGlob);

/** A glob or a list of them; never an empty list, which would mean "all" to one reader and "none" to another. */
export const patterns = z.union([pattern, z.array(pattern).min(1, 'must list at least one glob')]);

/** By tag key; none would mean "all" to one reader and "none" to another. */
const tagPatterns = z
  .record(z.string(), patterns)
  .refine((tags) => Object.keys(tags).length > 0, 'must name at least one tag')
  .meta({ minProperties: 1 });

/** What is left when somebody comments out the last condition must not select everything. */
export const selector = z
  .strictObject({
    project: patterns.optional().describe('Names of projects: globs with * and ?; a leading ! excludes.'),
    service: patterns.optional().describe('Names of services: globs with * and ?; a leading ! excludes.'),
    serviceType: patterns
      .optional()
      .describe('Types of services, like pg or kafka: globs with * and ?; a leading ! excludes.'),
    plan: patterns
      .optional()
      .describe('Names of service plans, like business-8: globs with * and ?; a leading ! excludes.'),
    cloud: patterns
      .optional()
      .describe('Names of clouds, like aws-eu-west-1: globs with * and ?; a leading ! excludes.'),
    state: patterns.optional().describe('Lifecycle states, like RUNNING: globs with * and ?; a leading ! excludes.'),
    tags: tagPatterns
      .optional()
      .describe('Values by tag key: tags of the service, and of its project where the service has none of that key.'),
    projectTags: tagPatterns
      .optional()
      .describe('Values by tag key: tags of the project alone, whatever those of the service say.'),
  })
  .refine((match) => Object.keys(match).length > 0, 'must say what it matches; everything is project: "*"')
  .meta({ minProperties: 1 });

// Not `z.int`, whose refusal of a fraction would keep back what else is wrong with the document.
export const whole = z.number().multipleOf(1, 'must be a whole number').min(0);

/**
 * A member whose absence the decisions must see, and the value that then holds: it stands in the published schema, while
 * parsing leaves the member absent.
 */
export const absentMeans = <T extends z.ZodType>(member: T, standard: unknown) =>
  member.optional().meta({ default: standard });

/** @param list how the document calls the list, for the message */
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
        const message = `"${name}" is already the name of ${list}[${earlier}]: names tell ${things} apart`;
        context.addIssue({ code: 'custom', path: [index, 'name'], message });
      });
    },
    { when: ({ value }) => Array.isArray(value) },
  );

/** The amount that a number is most likely meant to be, as text. */
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

/** The name of a rule, a budget, a baseline: people read it in tables and messages, so all of it must show. */
export const name = z
  .string()
  .regex(/\S/, 'must not be empty')
  .refine((text) => firstUnseen(text) === undefined, {
    error: ({ input }) =>
      `must have no control or invisible characters, and has ${firstUnseen(String(input))}: write the name anew`,
  });
