import * as z from 'zod';
import { modes } from '../core/model/mode.ts';
import type { Profile } from '../core/model/model.ts';
import { oncePerText } from '../core/model/remembering.ts';
import { largestMaximumGb } from '../core/policy/override-tags.ts';
import { policyDefaults } from '../core/policy/policy-defaults.ts';
import { accept } from './accept-schema.ts';
import { budget, prices } from './budget-schema.ts';
import { ruleForecast, warnings } from './forecast-schema.ts';
import { freeze } from './freeze-schema.ts';
import { guardrails } from './guardrails-schema.ts';
import { limits } from './limits-schema.ts';
import { links, notify } from './notify/notify-schema.ts';
import { absentMeans, name, selector, uniqueNames, whole } from './policy-parts.ts';
import { baselineConfig } from './search-baseline-schema.ts';

const maximumGb = whole.max(largestMaximumGb);

const isEnable = (rule: { readonly effect?: unknown }) => rule.effect === 'enable';

/** Runs a check even if the rule has other errors, so that all are reported together; only the effect must be valid. */
const whenEffectIsKnown = {
  when: ({ value }: { readonly value: unknown }) =>
    ['enable', 'disable', 'ignore'].includes((value as { effect?: string } | null)?.effect ?? ''),
};

/** Whether the maximum is valid, so that the forecast can be checked against it. */
const isJudged = (value: unknown): boolean => {
  const rule = value as { readonly effect?: unknown; readonly maxAdditionalGb?: unknown } | null;
  if (typeof rule !== 'object' || rule === null) return false;
  if (!isEnable(rule)) return rule.maxAdditionalGb === undefined;
  return typeof rule.maxAdditionalGb === 'number' || rule.maxAdditionalGb === 'forecast';
};

/** The member of a rule that has its largest maximum, and its value. */
const maximumOf = (rule: { readonly maxAdditionalGb?: unknown; readonly forecast?: unknown }) =>
  rule.maxAdditionalGb === 'forecast'
    ? (['forecast.ceilingGb', (rule.forecast as { readonly ceilingGb?: unknown } | undefined)?.ceilingGb] as const)
    : (['maxAdditionalGb', rule.maxAdditionalGb] as const);

export const rule = z
  .strictObject({
    name: name.describe('Name of the rule, unique in this list; every decision and reason quotes it.'),
    match: selector.describe('Services of the rule: they must meet every condition.'),
    effect: z
      .enum(['enable', 'disable', 'ignore'])
      .describe('enable adds the autoscaler, disable removes it, ignore leaves the service unchanged.'),
    maxAdditionalGb: z
      .union([maximumGb, z.literal('forecast')], 'must be a whole number of GB such as 500, or forecast')
      .optional()
      .describe(
        'Maximum additional storage in whole GB, or forecast; only for effect enable. In a budget with rest: keep it is a ceiling.',
      ),
    forecast: ruleForecast.optional().describe('Parameters for maxAdditionalGb: forecast.'),
    priority: absentMeans(whole.min(1).max(1000), policyDefaults.share.priority).describe(
      'Budget tier of the services: where the money does not reach, tier 1 is served before tier 2, and so on.',
    ),
    weight: absentMeans(whole.min(1).max(1000), policyDefaults.share.weight).describe(
      'Of disks of a tier that are full equally soon, the larger weight is served first; with rest: share, also the relative share of the rest.',
    ),
    atLeastGb: absentMeans(maximumGb, policyDefaults.share.atLeastGb).describe(
      'Maximum in whole GB that the budget guarantees each service, up to the maximum of the rule: the part that a disk needs before the needs of all tiers, what remains of it after them; 0 guarantees nothing.',
    ),
    maxByTagGb: maximumGb
      .optional()
      .describe(
        'Largest maximum in whole GB that the tag <prefix>-max-gb may set for services of this rule. Omitted: no bound, except by limits.',
      ),
  })
  .check(
    z.superRefine(({ effect, maxAdditionalGb, forecast }, context) => {
      const hasMaximum = maxAdditionalGb !== undefined;
      if (hasMaximum === isEnable({ effect })) return;
      const missing =
        forecast === undefined
          ? 'effect enable requires a maximum in GB'
          : 'this rule has a forecast, so write maxAdditionalGb: forecast';
      const message = hasMaximum
        ? `requires effect enable, and this effect is ${effect}: delete it`
        : `is missing: ${missing}`;
      context.addIssue({ code: 'custom', path: ['maxAdditionalGb'], message });
    }, whenEffectIsKnown),
  )
  .check(
    z.superRefine(
      ({ maxAdditionalGb, forecast }, context) => {
        const hasForecast = forecast !== undefined;
        if (hasForecast === (maxAdditionalGb === 'forecast')) return;
        const message = hasForecast
          ? 'requires maxAdditionalGb: forecast; delete it, or write that'
          : 'is missing: maxAdditionalGb: forecast requires at least forecast.ceilingGb';
        context.addIssue({ code: 'custom', path: ['forecast'], message });
      },
      // With an invalid maximum the check would report consequences.
      { when: ({ value }) => isJudged(value) },
    ),
  )
  .check(
    z.superRefine((members, context) => {
      const { effect, atLeastGb } = members;
      if (atLeastGb === undefined) return;
      const report = (message: string) => context.addIssue({ code: 'custom', path: ['atLeastGb'], message });
      if (effect !== 'enable') return report(`requires effect enable, and this effect is ${effect}: delete it`);
      const [name, gb] = maximumOf(members);
      if (typeof gb === 'number' && atLeastGb > gb) report(`must not be more than ${name}, which is ${gb}`);
    }, whenEffectIsKnown),
  )
  .check(
    z.superRefine((members, context) => {
      const { effect, maxByTagGb } = members;
      if (maxByTagGb === undefined) return;
      const report = (message: string) => context.addIssue({ code: 'custom', path: ['maxByTagGb'], message });
      if (effect !== 'enable') return report(`requires effect enable, and this effect is ${effect}: delete it`);
      const [name, gb] = maximumOf(members);
      if (typeof gb === 'number' && maxByTagGb < gb) report(`must not be less than ${name}, which is ${gb}`);
    }, whenEffectIsKnown),
  );

/** Options that Headroom enforces on matching search services (spec.md §2.4), for one profile. */
const baselines = (profile: Profile) =>
  z
    .array(
      z.strictObject({
        name: name.describe('Name of the baseline, unique in this list.'),
        match: selector.describe('Search services of the baseline: they must meet every condition.'),
        config: baselineConfig(profile),
      }),
    )
    .min(1, 'must list at least one baseline')
    .check(uniqueNames('searchConfiguration', 'baselines'))
    .optional()
    .describe(
      'Options that Headroom enforces on search services. Every matching baseline applies; for the same option the earlier one wins.',
    );

/** Disks whose added storage people may reclaim. */
const reclaim = z
  .strictObject({
    enabled: z
      .boolean()
      .describe(
        'Whether headroom reclaim may offer added storage that a service no longer needs; nothing is removed without an approval.',
      ),
    match: selector
      .optional()
      .describe(
        'Services whose storage may be reclaimed, whatever their rule says; each needs an attached autoscaler. Omitted: services whose autoscaler the policy enables.',
      ),
  })
  .optional()
  .describe(
    'Added storage that a service no longer needs can be given back, one approval at a time (headroom reclaim). Omitted: never.',
  );

/** The members that are the same for every profile. */
const members = {
  version: z.literal(1).describe('Version of this document format: 1.'),
  mode: z
    .enum(modes)
    .default('observe')
    .describe('observe plans only, enforce plans and applies, stop makes no calls.'),
  tagPrefix: z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9_-]{0,52}$/,
      'must be the beginning of a tag key: a letter, then letters, digits, "_" or "-", at most 53 in all',
    )
    .default(policyDefaults.tagPrefix)
    .describe(
      'Key of the tag that turns the autoscaler on or off, and prefix of the tags <prefix>-max-gb, <prefix>-until, <prefix>-exempt and <prefix>-managed-by.',
    ),
  ownerTag: z
    .string()
    .regex(/\S/, 'must be the key of a tag')
    .default('owner')
    .describe(
      'Key of the tag, on a service or its project, that names the owner for notices; without it the rule name is used.',
    ),
  rules: z
    .array(rule)
    .min(1, 'must list at least one rule')
    .check(uniqueNames('rules', 'rules'))
    .describe(
      'Services that get the autoscaler. The first matching rule decides; services without a matching rule are left alone.',
    ),
  limits: limits.optional().describe('Bounds for every rule, tag and grant. Omitted: none.'),
  managedElsewhere: z
    .array(
      z.strictObject({
        by: name.describe('Tool or team that manages the configuration, like terraform; messages quote it.'),
        match: selector.describe('Services of the entry: they must meet every condition.'),
      }),
    )
    .min(1, 'must list at least one entry')
    .optional()
    .describe(
      'Services whose owners manage the configuration as code, like those with a tag <prefix>-managed-by. Headroom may enable their autoscaler and raise their maximum; instead of disabling or lowering it reports the steps for the owner.',
    ),
  drift: z
    .enum(['repair', 'report'])
    .default('repair')
    .describe('Response to manual changes: repair restores the policy, report only reports them.'),
  foreign: z
    .enum(['adopt', 'report'])
    .default('report')
    .describe(
      'Autoscalers made by hand on services that a rule enables: report leaves them alone, adopt makes Headroom manage them with their maximum; the next plan applies the policy to them.',
    ),
  accept: accept
    .optional()
    .describe('Findings that you have seen and accept until a day: they are counted, but not listed and not notified.'),
  budgets: z
    .array(budget)
    .min(1, 'must list at least one budget')
    .check(uniqueNames('budgets', 'budgets'))
    .optional()
    .describe('Budgets for additional storage. A service belongs to the first matching budget.'),
  prices: prices.prefault({}).describe('Prices per GB and month, and their currency.'),
  warnings: warnings.prefault({}).describe('Early warnings.'),
  guardrails: guardrails
    .prefault({})
    .describe(
      'A plan that exceeds one of these limits needs approval. An omitted limit has its safe default; 0 allows none.',
    ),
  reclaim,
  freeze: freeze.optional().describe('Times without writes to the platform, except for the changes in allow.'),
  notify,
  links,
};

/** A policy document without baselines; theirs is the largest part of the schema, and few documents have any. */
export const bareSchema = z.strictObject(members);

const documentOf = (profile: Profile) => z.strictObject({ ...members, searchConfiguration: baselines(profile) });

/**
 * The policy document as people write it (design §6), for a profile: profiles differ only in the values of search options
 * (pf 4). Strict: an unknown key is an error, so that a typo never widens a rule.
 */
export const policySchemaOf = oncePerText(documentOf);

/** A policy document that has been checked. */
export type PolicyDocument = z.infer<ReturnType<typeof documentOf>>;
