import * as z from 'zod';
import { parseMoney } from '../core/money.ts';

/** One glob, or one glob to exclude. */
const pattern = z.string().regex(/^!?[^!]/, 'must be a glob of at least one character, or "!" and a glob');

/** A glob or a list of them; never an empty list, which would mean "all" to one reader and "none" to another. */
export const patterns = z.union([pattern, z.array(pattern).min(1, 'must list at least one glob')]);

/** By tag key; none would mean "all" to one reader and "none" to another. */
export const tagPatterns = z
  .record(z.string(), patterns)
  .refine((tags) => Object.keys(tags).length > 0, 'must name at least one tag');

/** What is left when somebody comments out the last condition must not select everything. */
export const selector = z
  .strictObject({
    project: patterns.optional(),
    service: patterns.optional(),
    serviceType: patterns.optional(),
    plan: patterns.optional(),
    cloud: patterns.optional(),
    state: patterns.optional(),
    tags: tagPatterns.optional(),
    projectTags: tagPatterns.optional(),
  })
  .refine((match) => Object.keys(match).length > 0, 'must say what it matches; everything is project: "*"');

// Not `z.int`, whose refusal of a fraction would keep back what else is wrong with the document.
export const whole = z.number().multipleOf(1, 'must be a whole number').min(0);

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

/** An amount as an exact decimal, never a float. */
export const money = z
  .string()
  .refine((text) => parseMoney(text) !== null, 'must be a decimal number with at most 12 decimals, like "0.15"');

/** The name of a rule, a budget, a baseline. */
export const name = z.string().regex(/\S/, 'must not be empty');
