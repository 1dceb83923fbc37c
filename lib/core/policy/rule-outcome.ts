import type { Decision } from '../model/decision.ts';
import type { Rule } from '../model/policy-document.ts';
import { because } from '../model/reason.ts';
import type { Overrides } from './override-tags.ts';

/** A decision without its service. */
export type Outcome = Omit<Decision, 'project' | 'service'>;

const enabled = (rule: Rule, overrides: Overrides): Outcome => {
  const ruleMaximum = rule.maxAdditionalGb ?? 0;
  const maxAdditionalGb = overrides.maxAdditionalGb ?? ruleMaximum;
  const isOfTag = overrides.maxAdditionalGb !== null;
  const by = isOfTag ? ` (set by tag; the rule has ${ruleMaximum} GB)` : '';
  return {
    effect: 'enable',
    rule: rule.name,
    maxAdditionalGb,
    reasons: because(
      isOfTag ? 'tag' : 'rule',
      `Rule "${rule.name}" enables the autoscaler with a maximum of ${maxAdditionalGb} GB${by}.`,
    ),
  };
};

const byRule = (rule: Rule, overrides: Overrides): Outcome => {
  if (rule.effect === 'ignore') {
    return {
      effect: 'ignore',
      rule: rule.name,
      reasons: because('rule', `Rule "${rule.name}" leaves the service alone.`),
    };
  }
  if (rule.effect === 'disable') {
    return {
      effect: 'disable',
      rule: rule.name,
      reasons: because('rule', `Rule "${rule.name}" disables the autoscaler.`),
    };
  }
  if (overrides.switch !== 'off') return enabled(rule, overrides);
  const reason = `Rule "${rule.name}" would enable the autoscaler, but the service's override tag is off.`;
  return { effect: 'disable', rule: rule.name, reasons: because('tag', reason) };
};

/** Combines the first matching rule, if any, with the override tags (design §6). */
export const outcomeOf = (rule: Rule | undefined, overrides: Overrides): Outcome => {
  if (overrides.exemptThrough !== null) {
    const reason = `The service is exempt by tag through ${overrides.exemptThrough}; left alone.`;
    return { effect: 'ignore', rule: '', reasons: because('tag', reason) };
  }
  const outcome: Outcome =
    rule === undefined
      ? {
          effect: 'ignore',
          rule: '',
          reasons: because('rule', 'No rule matches this service; left alone.'),
        }
      : byRule(rule, overrides);
  if (overrides.endedAfter === null) return outcome;
  const ended = because('tag', `Its override tags expired after ${overrides.endedAfter}.`);
  return { ...outcome, reasons: [...outcome.reasons, ...ended] };
};
