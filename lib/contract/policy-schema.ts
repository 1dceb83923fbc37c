import * as z from 'zod';
import { parseMoney } from '../core/money.ts';
import { largestMaximumGb } from '../core/override-tags.ts';
import { baselineConfig } from './search-baseline-schema.ts';

/** One glob, or one glob to exclude. */
const pattern = z.string().regex(/^!?[^!]/, 'must be a glob of at least one character, or "!" and a glob');

/** A glob or a list of them; never an empty list, which would mean "all" to one reader and "none" to another. */
const patterns = z.union([pattern, z.array(pattern).min(1, 'must list at least one glob')]);

/** What is left when somebody comments out the last condition must not select everything. */
const selector = z
  .strictObject({
    project: patterns.optional(),
    service: patterns.optional(),
    serviceType: patterns.optional(),
    plan: patterns.optional(),
    cloud: patterns.optional(),
    state: patterns.optional(),
    tags: z
      .record(z.string(), patterns)
      .refine((tags) => Object.keys(tags).length > 0, 'must name at least one tag')
      .optional(),
  })
  .refine((match) => Object.keys(match).length > 0, 'must say what it matches; everything is project: "*"');

// Not `z.int`, whose refusal of a fraction would keep back what else is wrong with the document.
const whole = z.number().multipleOf(1, 'must be a whole number').min(0);

const maximumGb = whole.max(largestMaximumGb);

const rule = z
  .strictObject({
    name: z.string().regex(/\S/, 'must not be empty'),
    match: selector,
    effect: z.enum(['enable', 'disable', 'ignore']),
    maxAdditionalGb: maximumGb.optional(),
  })
  .check(
    z.superRefine(
      ({ effect, maxAdditionalGb }, context) => {
        const given = maxAdditionalGb !== undefined;
        if (given === (effect === 'enable')) return;
        const message = given
          ? `belongs to effect enable only, and this effect is ${effect}: delete it`
          : 'is missing: effect enable needs the maximum in GB';
        context.addIssue({ code: 'custom', path: ['maxAdditionalGb'], message });
      },
      // Runs beside other errors of the rule, so that all are told at once; only the effect must be readable.
      {
        when: ({ value }) =>
          ['enable', 'disable', 'ignore'].includes((value as { effect?: string } | null)?.effect ?? ''),
      },
    ),
  );

/** @param list how the document calls the list, for the message */
const uniqueNames = (list: string, things: string) =>
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

/** What is kept on matching search services (spec.md §2.4). */
const baseline = z.strictObject({
  name: z.string().regex(/\S/, 'must not be empty'),
  match: selector,
  config: baselineConfig,
});

const money = z
  .string()
  .refine((text) => parseMoney(text) !== null, 'must be a decimal number with at most 6 decimals, like "0.15"');

/**
 * The policy document as people write it (design §6). Strict: an unknown key is an error, so that a slip of the hand
 * never widens what a rule means.
 */
export const policySchema = z.strictObject({
  version: z.literal(1),
  mode: z.enum(['observe', 'enforce', 'stop']).default('observe'),
  tagPrefix: z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9_-]{0,56}$/,
      'must be the beginning of a tag key: a letter, then letters, digits, "_" or "-", at most 57 in all',
    )
    .default('disk-autoscaler'),
  rules: z.array(rule).min(1, 'must list at least one rule').check(uniqueNames('rules', 'rules')),
  prices: z.strictObject({ default: money.optional() }).optional(),
  guardrails: z
    .strictObject({
      maxChanges: whole.optional(),
      maxChangePercent: whole.max(100).optional(),
      maxAddedGb: whole.optional(),
      needApproval: z.array(z.enum(['enable', 'raise', 'lower', 'disable'])).optional(),
    })
    .optional(),
  searchConfiguration: z
    .array(baseline)
    .min(1, 'must list at least one baseline')
    .check(uniqueNames('searchConfiguration', 'baselines'))
    .optional(),
});

/** A policy document that has been checked. */
export type PolicyDocument = z.infer<typeof policySchema>;
