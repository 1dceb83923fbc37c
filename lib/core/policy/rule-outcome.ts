import type { Decision, Effect } from '../model/decision.ts';
import type { Policy, Preparation, Rule } from '../model/policy-document.ts';
import { because } from '../model/reason.ts';
import { compileFirstMatch } from './first-match.ts';
import type { Overrides } from './override-tags.ts';
import { compileSelector, type Subject } from './selector.ts';
import { overrideKeys, type TagProblem } from './tag-spelling.ts';

/** A decision without its service. */
type Outcome = Omit<Decision, 'project' | 'service'>;

/** A rule in a sentence, with its file if it is an included one. */
const ruleText = ({ name, file }: Pick<Rule, 'name' | 'file'>): string =>
  file === undefined ? `rule "${name}"` : `rule "${name}" of ${file}`;

/** The rule of a decision in a sentence. @param name of the rule; empty if none matched */
export const decidedBy = (rules: readonly Rule[], name: string): string =>
  name === '' ? 'no rule matches' : ruleText(rules.find((rule) => rule.name === name) ?? { name });

const asSubject = (rule: Rule): string => `R${ruleText(rule).slice(1)}`;

/**
 * Compiles a function that returns the largest maximum in GB that a tag may set for a service of a rule; Infinity if nothing
 * restricts it. In the projects of an include a tag may request what the include allows, or the maximum of the rule if that is
 * larger. The limits of the organization bound every tag.
 */
export const compileMaxByTag = ({ includes = [], limits }: Pick<Policy, 'includes' | 'limits'>) => {
  const includeOf = compileFirstMatch(includes.map(({ projects }) => ({ project: projects })));
  const largestMaximumGb = limits?.maxAdditionalGb ?? Number.POSITIVE_INFINITY;
  const byInclude = (rule: Rule, subject: Subject): number => {
    const include = includes[includeOf(subject)];
    if (include === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(include.maxAdditionalGb, rule.maxAdditionalGb ?? 0);
  };
  return (rule: Rule, subject: Subject): number =>
    Math.min(largestMaximumGb, rule.maxByTagGb ?? byInclude(rule, subject));
};

const enabled = (rule: Rule, overrides: Overrides, maxByTagGb: number): Outcome => {
  const ruleMaximum = rule.maxAdditionalGb ?? 0;
  const requested = overrides.maxAdditionalGb;
  const maxAdditionalGb = requested === null ? ruleMaximum : Math.min(requested, maxByTagGb);
  const cut =
    requested !== null && requested > maxByTagGb ? ` to ${requested} GB, of which ${maxByTagGb} GB are allowed` : '';
  const by = requested === null ? '' : ` (set by tag${cut}; the rule has ${ruleMaximum} GB)`;
  return {
    effect: 'enable',
    rule: rule.name,
    maxAdditionalGb,
    reasons: because(
      requested === null ? 'rule' : 'tag',
      `${asSubject(rule)} enables the autoscaler with a maximum of ${maxAdditionalGb} GB${by}.`,
    ),
  };
};

/** The tag that requests more than a tag may set. */
export const tagAboveMaximum = (
  rule: Rule,
  { maxAdditionalGb }: Overrides,
  maxByTagGb: number,
  tagPrefix: string,
): TagProblem[] => {
  if (maxAdditionalGb === null || maxAdditionalGb <= maxByTagGb) return [];
  const message = `Tag ${overrideKeys(tagPrefix).max} requests ${maxAdditionalGb} GB; the policy allows at most ${maxByTagGb} GB by tag for ${ruleText(rule)}, so ${maxByTagGb} GB apply.`;
  return [{ code: 'tag-above-limit', message }];
};

const byRule = (rule: Rule, overrides: Overrides, maxByTagGb: number, tagPrefix: string): Outcome => {
  const { name, effect } = rule;
  if (effect !== 'enable') {
    const does = effect === 'ignore' ? 'leaves the service alone' : 'disables the autoscaler';
    return { effect, rule: name, reasons: because('rule', `${asSubject(rule)} ${does}.`) };
  }
  if (overrides.switch !== 'off') return enabled(rule, overrides, maxByTagGb);
  const reason = `${asSubject(rule)} would enable the autoscaler, but tag ${overrideKeys(tagPrefix).switch} is "off".`;
  return { effect: 'disable', rule: name, reasons: because('tag', reason) };
};

/**
 * Combines the first matching rule, if any, with the override tags (design §6).
 * @param maxByTagGb largest maximum in GB that a tag may set
 */
export const outcomeOf = (
  rule: Rule | undefined,
  overrides: Overrides,
  maxByTagGb: number,
  tagPrefix: string,
): Outcome => {
  if (overrides.exemptThrough !== null) {
    const reason = `The service is exempt by tag through ${overrides.exemptThrough}; left alone.`;
    return { effect: 'ignore', rule: '', reasons: because('tag', reason) };
  }
  const outcome: Outcome =
    rule === undefined
      ? { effect: 'ignore', rule: '', reasons: because('rule', 'No rule matches this service; left alone.') }
      : byRule(rule, overrides, maxByTagGb, tagPrefix);
  if (overrides.endedAfter === null) return outcome;
  const ended = because('tag', `Its override tags expired after ${overrides.endedAfter}.`);
  return { ...outcome, reasons: [...outcome.reasons, ...ended] };
};

/** What people may do with the size of a service's disk. */
interface Resizes {
  /** Present if the policy lets people reclaim added storage of its disk. */
  readonly reclaims?: true;
  /** Entries of the policy for known loads that concern it; absent: none. */
  readonly prepares?: readonly Preparation[];
}

/**
 * Services whose added storage people may reclaim: the services that the selector matches, whatever their rule says; without a
 * selector the services whose autoscaler the policy enables. None unless the policy enables reclaim.
 */
const compileReclaim = ({ reclaim }: Pick<Policy, 'reclaim'>): ((subject: Subject, effect: Effect) => boolean) => {
  if (reclaim?.enabled !== true) return () => false;
  const { match } = reclaim;
  if (match === undefined) return (_, effect) => effect === 'enable';
  const { matches } = compileSelector(match);
  return (subject) => matches(subject);
};

/** Compiles what people may do with the sizes of disks, by the effect that rules have on their services. */
export const compileResizes = (
  policy: Pick<Policy, 'reclaim' | 'prepare'>,
): ((subject: Subject, effect: Effect) => Resizes) => {
  const reclaims = compileReclaim(policy);
  const entries = (policy.prepare ?? []).map((entry) => ({ entry, matches: compileSelector(entry.match).matches }));
  return (subject, effect) => {
    const prepares = entries.flatMap(({ entry, matches }) => (matches(subject) ? [entry] : []));
    return {
      ...(reclaims(subject, effect) && { reclaims: true as const }),
      ...(prepares.length > 0 && { prepares }),
    };
  };
};

/** The forecast that sets the maximum; null where a rule or tag gives a number. */
export const forecastOf = (rule: Rule | undefined, { effect }: Pick<Decision, 'effect'>, overrides: Overrides) =>
  effect === 'enable' && overrides.maxAdditionalGb === null ? (rule?.forecast ?? null) : null;
