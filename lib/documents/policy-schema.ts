import * as z from 'zod';
import { longestApprovalHours } from '../contract/approval-limits.ts';
import { modes } from '../core/model/mode.ts';
import type { Profile } from '../core/model/profile.ts';
import { largestMaximumGb } from '../core/policy/override-tags.ts';
import { budget, prices } from './budget-schema.ts';
import { ruleForecast, warnings } from './forecast-schema.ts';
import { freeze } from './freeze-schema.ts';
import { money, name, selector, uniqueNames, whole } from './policy-parts.ts';
import { baselineConfig } from './search-baseline-schema.ts';

const maximumGb = whole.max(largestMaximumGb);

const isEnable = (rule: { readonly effect?: unknown }) => rule.effect === 'enable';

/** Runs a check beside other errors of the rule, so that all are shown at once; only the effect must be readable. */
const whenEffectIsKnown = {
  when: ({ value }: { readonly value: unknown }) =>
    ['enable', 'disable', 'ignore'].includes((value as { effect?: string } | null)?.effect ?? ''),
};

/** Whether the maximum is of one of its two forms, so that the forecast beside it can be judged. */
const isJudged = (value: unknown): boolean => {
  const rule = value as { readonly effect?: unknown; readonly maxAdditionalGb?: unknown } | null;
  if (typeof rule !== 'object' || rule === null) return false;
  if (!isEnable(rule)) return rule.maxAdditionalGb === undefined;
  return typeof rule.maxAdditionalGb === 'number' || rule.maxAdditionalGb === 'forecast';
};

/** The member of a rule that bounds its maximum, and the bound. */
const mostOf = ({ maxAdditionalGb, forecast }: { readonly maxAdditionalGb?: unknown; readonly forecast?: unknown }) =>
  maxAdditionalGb === 'forecast'
    ? (['forecast.ceilingGb', (forecast as { readonly ceilingGb?: unknown } | undefined)?.ceilingGb] as const)
    : (['maxAdditionalGb', maxAdditionalGb] as const);

export const rule = z
  .strictObject({
    name,
    match: selector,
    effect: z.enum(['enable', 'disable', 'ignore']),
    /** A number, or what the forecast says. */
    maxAdditionalGb: z
      .union([maximumGb, z.literal('forecast')], 'must be a whole number of GB such as 500, or forecast')
      .optional(),
    forecast: ruleForecast.optional(),
    /** Budget tier, 1 first (design §8). */
    priority: whole.min(1).max(1000).optional(),
    /** How much more than the others of its tier. */
    weight: whole.min(1).max(1000).optional(),
    /** GB of its budget before any tier is filled; 0 means none. */
    atLeastGb: maximumGb.optional(),
  })
  .check(
    z.superRefine(({ effect, maxAdditionalGb, forecast: beside }, context) => {
      const given = maxAdditionalGb !== undefined;
      if (given === isEnable({ effect })) return;
      const missing =
        beside === undefined
          ? 'effect enable needs the maximum in GB'
          : 'write maxAdditionalGb: forecast, which the forecast of this rule is for';
      const message = given
        ? `belongs to effect enable only, and this effect is ${effect}: delete it`
        : `is missing: ${missing}`;
      context.addIssue({ code: 'custom', path: ['maxAdditionalGb'], message });
    }, whenEffectIsKnown),
  )
  .check(
    z.superRefine(
      ({ maxAdditionalGb, forecast }, context) => {
        const given = forecast !== undefined;
        if (given === (maxAdditionalGb === 'forecast')) return;
        const message = given
          ? 'belongs to maxAdditionalGb: forecast only: delete it, or write that'
          : 'is missing: maxAdditionalGb: forecast needs at least its ceilingGb';
        context.addIssue({ code: 'custom', path: ['forecast'], message });
      },
      // Where the maximum itself is wrong, what follows from it is not known.
      { when: ({ value }) => isJudged(value) },
    ),
  )
  .check(
    z.superRefine((given, context) => {
      const { effect, atLeastGb } = given;
      if (atLeastGb === undefined) return;
      const tell = (message: string) => context.addIssue({ code: 'custom', path: ['atLeastGb'], message });
      if (effect !== 'enable') return tell(`belongs to effect enable only, and this effect is ${effect}: delete it`);
      const [name, most] = mostOf(given);
      if (typeof most === 'number' && atLeastGb > most) tell(`must not be more than ${name}, which is ${most}`);
    }, whenEffectIsKnown),
  );

/** What is kept on matching search services (spec.md §2.4), in the values of a profile. */
const baselines = (profile: Profile) =>
  z
    .array(z.strictObject({ name, match: selector, config: baselineConfig(profile) }))
    .min(1, 'must list at least one baseline')
    .check(uniqueNames('searchConfiguration', 'baselines'))
    .optional();

/**
 * The policy document as people write it (design §6). Strict: an unknown key is an error, so that a slip of the hand
 * never widens what a rule means.
 */
export const policySchema = z.strictObject({
  version: z.literal(1),
  mode: z.enum(modes).default('observe'),
  tagPrefix: z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9_-]{0,52}$/,
      'must be the beginning of a tag key: a letter, then letters, digits, "_" or "-", at most 53 in all',
    )
    .default('disk-autoscaler'),
  /** Tag whose value says who is told of a service. */
  ownerTag: z.string().regex(/\S/, 'must be the key of a tag').default('owner'),
  rules: z.array(rule).min(1, 'must list at least one rule').check(uniqueNames('rules', 'rules')),
  /** Services whose configuration is kept in somebody else's code. */
  managedElsewhere: z
    .array(z.strictObject({ by: name, match: selector }))
    .min(1, 'must list at least one entry')
    .optional(),
  /** What becomes of what somebody changed by hand. */
  drift: z.enum(['repair', 'report']).default('repair'),
  budgets: z.array(budget).min(1, 'must list at least one budget').check(uniqueNames('budgets', 'budgets')).optional(),
  prices: prices.optional(),
  warnings: warnings.optional(),
  guardrails: z
    .strictObject({
      maxChanges: whole.optional(),
      maxChangePercent: whole.max(100).optional(),
      maxAddedGb: whole.optional(),
      /** In the currency of `prices`. */
      maxAddedMonthly: money.optional(),
      maxRaises: whole.optional(),
      maxLowers: whole.optional(),
      needApproval: z.array(z.enum(['enable', 'raise', 'lower', 'disable', 'restart'])).optional(),
      maxFailures: whole.optional(),
      firstRun: z.enum(['propose', 'apply']).optional(),
      approvalHours: whole.max(longestApprovalHours).optional(),
    })
    .optional(),
  freeze: freeze.optional(),
  searchConfiguration: baselines('documented'),
});

let current: typeof policySchema | undefined;

/** The document as a profile takes it: they differ in the values of search options alone (platform-facts §4). */
export const policySchemaOf = (profile: Profile): typeof policySchema => {
  if (profile === 'documented') return policySchema;
  current ??= policySchema.safeExtend({ searchConfiguration: baselines('current') });
  return current;
};

/** A policy document that has been checked. */
export type PolicyDocument = z.infer<typeof policySchema>;
