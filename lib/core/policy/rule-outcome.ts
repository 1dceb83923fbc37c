import { because, type Decision, type Effect } from '../model/decision.ts';
import type { Policy, Rule } from '../model/policy-document.ts';
import type { Overrides } from './override-tags.ts';
import { compileSelector, type Subject } from './selector.ts';
import { overrideKeys, type TagProblem } from './tag-spelling.ts';

/** A decision without its service. */
type Outcome = Omit<Decision, 'project' | 'service'>;

/** The rule of a decision in a sentence. @param name of the rule; empty if none matched */
export const decidedBy = (name: string): string => (name === '' ? 'no rule matches' : `rule "${name}"`);

/** The largest maximum in GB that a tag may set for a service of a rule; Infinity if nothing restricts it. */
export const mostByTag = ({ maxByTagGb }: Rule, { limits }: Pick<Policy, 'limits'>): number =>
  Math.min(maxByTagGb ?? Number.POSITIVE_INFINITY, limits?.maxAdditionalGb ?? Number.POSITIVE_INFINITY);

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
      `Rule "${rule.name}" enables the autoscaler with a maximum of ${maxAdditionalGb} GB${by}.`,
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
  const message = `Tag ${overrideKeys(tagPrefix).max} requests ${maxAdditionalGb} GB; the policy allows at most ${maxByTagGb} GB by tag for rule "${rule.name}", so ${maxByTagGb} GB apply.`;
  return [{ code: 'tag-above-limit', message }];
};

/**
 * The tags with which a team asks for an autoscaler that no rule gives it: they look like protection and are none.
 * @param optIn the rule that waits for the switch; undefined if none does
 */
export const tagWithoutRule = (
  rule: Rule | undefined,
  overrides: Overrides,
  tagPrefix: string,
  optIn: Rule | undefined,
): TagProblem[] => {
  if (rule?.effect === 'enable' || overrides.isExempt || overrides.switch === 'off') return [];
  const keys = overrideKeys(tagPrefix);
  const asked = [
    ...(overrides.switch === 'on' ? [keys.switch] : []),
    ...(overrides.maxAdditionalGb === null ? [] : [keys.max]),
  ];
  if (asked.length === 0) return [];
  const why = rule === undefined ? 'no rule matches the service' : `rule "${rule.name}" decides`;
  const remedy =
    optIn !== undefined && rule === undefined && overrides.switch === null
      ? `Rule "${optIn.name}" looks at the tag ${keys.switch}: set it to "on".`
      : 'Ask the platform team for a rule that enables the autoscaler.';
  return [
    {
      code: 'tag-without-rule',
      message: `${asked.length > 1 ? 'Tags' : 'Tag'} ${asked.join(' and ')} ${asked.length > 1 ? 'have' : 'has'} no effect: ${why}. ${remedy}`,
    },
  ];
};

const byRule = (rule: Rule, overrides: Overrides, maxByTagGb: number, tagPrefix: string): Outcome => {
  const { name, effect } = rule;
  if (effect !== 'enable') {
    const does = effect === 'ignore' ? 'leaves the service alone' : 'disables the autoscaler';
    return { effect, rule: name, reasons: because('rule', `Rule "${rule.name}" ${does}.`) };
  }
  if (overrides.switch !== 'off') return enabled(rule, overrides, maxByTagGb);
  const reason = `Rule "${rule.name}" would enable the autoscaler, but tag ${overrideKeys(tagPrefix).switch} is "off".`;
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
  if (overrides.isExempt) {
    const through =
      overrides.exemptThrough === null ? ', whose day is unreadable' : ` through ${overrides.exemptThrough}`;
    const reason = `The service is exempt by tag${through}; left alone.`;
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
export const compileResizes = (policy: Pick<Policy, 'reclaim'>): ((subject: Subject, effect: Effect) => Resizes) => {
  const reclaims = compileReclaim(policy);
  return (subject, effect) => (reclaims(subject, effect) ? { reclaims: true } : {});
};

/** The forecast that sets the maximum; null where a rule or tag gives a number. */
export const forecastOf = (rule: Rule | undefined, { effect }: Pick<Decision, 'effect'>, overrides: Overrides) =>
  effect === 'enable' && overrides.maxAdditionalGb === null ? (rule?.forecast ?? null) : null;
