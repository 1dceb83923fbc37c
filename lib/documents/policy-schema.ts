import * as z from 'zod';
import { modes } from '../core/model/mode.ts';
import type { Profile } from '../core/model/profile.ts';
import { largestMaximumGb } from '../core/policy/override-tags.ts';
import { policyDefaults } from '../core/policy/policy-defaults.ts';
import { budget, prices } from './budget-schema.ts';
import { ruleForecast, warnings } from './forecast-schema.ts';
import { freeze } from './freeze-schema.ts';
import { guardrails } from './guardrails-schema.ts';
import { absentMeans, name, selector, uniqueNames, whole } from './policy-parts.ts';
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
    name: name.describe(
      'Name of the rule, different from those of all others; it stands in every decision and reason.',
    ),
    match: selector.describe('Which services the rule is about: every condition given must hold.'),
    effect: z
      .enum(['enable', 'disable', 'ignore'])
      .describe('enable keeps the autoscaler on, disable takes it away, ignore leaves the service as it is.'),
    maxAdditionalGb: z
      .union([maximumGb, z.literal('forecast')], 'must be a whole number of GB such as 500, or forecast')
      .optional()
      .describe('Maximum in whole GB that may be added to the disk of the plan, or forecast; for effect enable only.'),
    forecast: ruleForecast.optional().describe('How the maximum is found where maxAdditionalGb says forecast.'),
    priority: absentMeans(whole.min(1).max(1000), policyDefaults.share.priority).describe(
      'Budget tier of the services, 1 first: no lower tier gets more before a higher one is full.',
    ),
    weight: absentMeans(whole.min(1).max(1000), policyDefaults.share.weight).describe(
      'How much more of a budget the services get than others of their tier.',
    ),
    atLeastGb: absentMeans(maximumGb, policyDefaults.share.atLeastGb).describe(
      'Share of the budget in whole GB that each service gets before any tier is filled, as far as it wants that much; 0 guarantees none, and it is never more than the maximum.',
    ),
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
    .array(
      z.strictObject({
        name: name.describe('Name of the baseline, different from those of all others.'),
        match: selector.describe('Which search services the options are kept on: every condition given must hold.'),
        config: baselineConfig(profile),
      }),
    )
    .min(1, 'must list at least one baseline')
    .check(uniqueNames('searchConfiguration', 'baselines'))
    .optional()
    .describe('Options that are kept on search services. Every baseline that matches counts; the earlier one decides.');

/**
 * The policy document as people write it (design §6). Strict: an unknown key is an error, so that a slip of the hand
 * never widens what a rule means.
 */
export const policySchema = z.strictObject({
  version: z.literal(1).describe('Version of this document format: 1.'),
  mode: z
    .enum(modes)
    .default('observe')
    .describe('observe plans only, enforce applies what is planned, stop does nothing at all.'),
  tagPrefix: z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9_-]{0,52}$/,
      'must be the beginning of a tag key: a letter, then letters, digits, "_" or "-", at most 53 in all',
    )
    .default('disk-autoscaler')
    .describe(
      'Key of the tag by which a team switches the autoscaler, and first word of the tags <prefix>-max-gb, <prefix>-until, <prefix>-exempt and <prefix>-managed-by.',
    ),
  ownerTag: z
    .string()
    .regex(/\S/, 'must be the key of a tag')
    .default('owner')
    .describe(
      'Key of the tag, of a service or its project, whose value says who is told of what is found; else the rule names them.',
    ),
  rules: z
    .array(rule)
    .min(1, 'must list at least one rule')
    .check(uniqueNames('rules', 'rules'))
    .describe(
      'Who gets the autoscaler. The first rule that matches a service decides; one that none matches is left alone.',
    ),
  managedElsewhere: z
    .array(
      z.strictObject({
        by: name.describe('Who or what keeps the configuration, like terraform; it stands in the texts.'),
        match: selector.describe('Which services are meant: every condition given must hold.'),
      }),
    )
    .min(1, 'must list at least one entry')
    .optional()
    .describe(
      'Services whose configuration is kept in code of their owners, like those with a tag <prefix>-managed-by: they may get the autoscaler and a higher maximum, and are told with all steps instead of being disabled or lowered.',
    ),
  drift: z
    .enum(['repair', 'report'])
    .default('repair')
    .describe(
      'What becomes of changes by hand: repair sets right what policy asks for, report tells them and leaves the service as it is.',
    ),
  budgets: z
    .array(budget)
    .min(1, 'must list at least one budget')
    .check(uniqueNames('budgets', 'budgets'))
    .optional()
    .describe('Money for additional storage. A service belongs to the first budget that matches it.'),
  prices: prices.prefault({}).describe('How the price of a GB and month is found, and in which currency.'),
  warnings: warnings.prefault({}).describe('What is told before it happens.'),
  guardrails: guardrails
    .prefault({})
    .describe(
      'A plan beyond one of these limits waits for approval. One that is left out keeps its safe default; 0 means none at all.',
    ),
  freeze: freeze.optional().describe('Times in which nothing is written to the platform but what allow lets through.'),
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
