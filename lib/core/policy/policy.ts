import type { Decision, Finding } from '../model/decision.ts';
import type { ProjectFacts, Service } from '../model/model.ts';
import type { Policy, Rule } from '../model/policy-document.ts';
import { oncePerObject } from '../model/remembering.ts';
import { compileBudgets } from './budget-scope.ts';
import { type EffectiveTags, effectiveTags, type SeenTag, seenTags } from './effective-tags.ts';
import { neverEligible } from './eligibility.ts';
import { compileFirstMatch } from './first-match.ts';
import {
  describeOverrides,
  isOurselves,
  lastingTags,
  type Overrides,
  overrideReader,
  type ReadOverride,
} from './override-tags.ts';
import { policyDefaults } from './policy-defaults.ts';
import { compileResizes, forecastOf, mostByTag, outcomeOf, tagAboveMaximum, tagWithoutRule } from './rule-outcome.ts';
import { compileBaselines, type WantedValue } from './search-baseline.ts';
import { compileSelector, type Subject } from './selector.ts';
import { overrideKeys, type TagProblem, tagSpelling } from './tag-spelling.ts';
import { tagsThatEnd } from './tags-that-end.ts';

/** A rule of the policy, and why it matched, did not match or was not tried. */
export interface RuleTrial {
  readonly rule: string;
  readonly tried: boolean;
  readonly matched: boolean;
  readonly why: string;
}

type Resizes = ReturnType<ReturnType<typeof compileResizes>>;

/** Result of the policy for a service. */
export interface Judgement extends Resizes {
  readonly decision: Decision;
  readonly findings: readonly Finding[];
  /** Whether an exemption tag applies: then the service gets no changes and no findings. */
  readonly exempt: boolean;
  /** Key of the tag that keeps the rule from enabling the autoscaler; null when there is none. */
  readonly switchedOffBy: string | null;
  /** Whether tags of the service itself, not of its project, disable the autoscaler. */
  readonly ownTagDisables: boolean;
  /** Options that baselines request, by path; empty for services other than search. */
  readonly wants: readonly WantedValue[];
  /** Name of the first budget that matches the service; null when none does. */
  readonly budget: string | null;
  /** Other owner of the service's configuration, which prevents disabling and lowering; null when there is none. */
  readonly managedBy: string | null;
  /** Tier in that budget, 1 first, and relative share within the tier (design §8). */
  readonly priority: number;
  readonly weight: number;
  /** GB that it gets from that budget before any tier is filled, up to its desired GB. */
  readonly atLeastGb: number;
  /** Forecast options of the maximum; null when a rule or tag gives a number. */
  readonly forecast: NonNullable<Rule['forecast']> | null;
}

/** Result of the policy for a service with its derivation, for `explain`. */
export interface Evaluation extends Judgement {
  /** All rules in order; those after the first match are not tried. */
  readonly trace: readonly RuleTrial[];
  /** All effective tags, by key. */
  readonly tags: readonly SeenTag[];
  /** The override tags and their effects. */
  readonly overrides: readonly ReadOverride[];
  /** Last days of override tags that are in force; absent when there are none. */
  readonly ends: { readonly exemption?: string; readonly override?: string };
}

/** A policy compiled for many services; `today` is `YYYY-MM-DD`, UTC. */
export interface CompiledPolicy {
  readonly decide: (project: ProjectFacts, service: Service, today: string) => Judgement;
  readonly evaluate: (project: ProjectFacts, service: Service, today: string) => Evaluation;
  /** Whether a project tag exempts unused endpoints of deleted services, which have no tags of their own. */
  readonly exempts: (project: ProjectFacts, today: string) => boolean;
}

interface Reading {
  readonly all: EffectiveTags;
  readonly overrides: Overrides;
  readonly subject: Subject;
  readonly misspelt: readonly TagProblem[];
}

interface RuleFacts extends Pick<Judgement, 'wants' | 'budget' | 'managedBy'> {
  /** What people may do with the size of its disk, by the effect of its rules. */
  readonly resizesAt: (effect: Decision['effect']) => Resizes;
  readonly tagPrefix: string;
  /** The rule that waits for the tag of teams; undefined if none does. */
  readonly optIn: Rule | undefined;
  /** Largest maximum in GB that a tag may set. */
  readonly maxByTagGb: number;
}

const { share } = policyDefaults;

/** Most services have none. */
const findingsOf = ({ overrides, subject, misspelt }: Reading, others: readonly TagProblem[]): readonly Finding[] => {
  const problems = [...misspelt, ...overrides.problems, ...others];
  if (problems.length === 0 && overrides.exemptionReminder === null && overrides.overrideReminder === null) return [];
  const names = { project: subject.project, service: subject.service };
  return [...problems.map((problem) => ({ ...problem, ...names })), ...tagsThatEnd(overrides, names)];
};

const judgementOf = (
  rule: Rule | undefined,
  reading: Reading,
  { tagPrefix, optIn, maxByTagGb, wants, budget, managedBy, resizesAt }: RuleFacts,
): Judgement => {
  const { overrides } = reading;
  const { project, service, serviceType, plan } = reading.subject;
  const outcome = outcomeOf(rule, overrides, maxByTagGb, tagPrefix);
  const isEnabled = rule !== undefined && outcome.effect === 'enable';
  const switchedOffBy = rule?.effect === 'enable' && overrides.switch === 'off' ? overrideKeys(tagPrefix).switch : null;
  const isOwn = (key: string) => reading.subject.tags.get(key)?.from === 'service';
  const asking = switchedOffBy === null ? Object.keys(rule?.match.tags ?? {}) : [switchedOffBy];
  const unmet = isEnabled ? tagAboveMaximum(rule, overrides, maxByTagGb, tagPrefix) : [];
  const isScalable = neverEligible({ type: serviceType, plan }) === null;
  const unheard = isScalable ? tagWithoutRule(rule, overrides, tagPrefix, optIn) : [];
  return {
    decision: { project, service, ...outcome },
    findings: findingsOf(reading, [...unmet, ...unheard]),
    exempt: overrides.isExempt,
    switchedOffBy,
    ownTagDisables: outcome.effect === 'disable' && asking.length > 0 && asking.every(isOwn),
    wants,
    budget,
    managedBy,
    ...resizesAt(outcome.effect),
    priority: rule?.priority ?? share.priority,
    weight: rule?.weight ?? share.weight,
    atLeastGb: rule?.atLeastGb ?? share.atLeastGb,
    forecast: forecastOf(rule, outcome, overrides),
  };
};

const trialsOf = (rules: readonly Rule[], { subject, overrides }: Reading): RuleTrial[] => {
  let decided = overrides.isExempt ? 'an exemption tag applies' : '';
  return rules.map(({ name: rule, match }) => {
    if (decided !== '') return { rule, tried: false, matched: false, why: decided };
    const selector = compileSelector(match);
    const matched = selector.matches(subject);
    if (matched) decided = `rule "${rule}" matched first`;
    return { rule, tried: true, matched, why: selector.why(subject) };
  });
};

const endsOf = ({ exemptThrough, until }: Overrides): Evaluation['ends'] => ({
  ...(exemptThrough !== null && { exemption: exemptThrough }),
  ...(until !== null && { override: until }),
});

const compiledAnew = (policy: Policy): CompiledPolicy => {
  const firstOf = compileFirstMatch(policy.rules.map(({ match }) => match));
  const markedBy = compileFirstMatch(policy.managedElsewhere.map(({ match }) => match));
  const budgetOf = compileBudgets(policy);
  const wantedBy = compileBaselines(policy.searchConfiguration);
  const readOverrides = overrideReader(policy.tagPrefix);
  const misspeltIn = tagSpelling(policy);
  const keys = overrideKeys(policy.tagPrefix);
  const lasting = lastingTags(policy.tagPrefix);
  const optIn = policy.rules.find(
    ({ effect, match }) => effect === 'enable' && Object.hasOwn(match.tags ?? {}, keys.switch),
  );
  const resizes = compileResizes(policy);

  const readingOf = (project: ProjectFacts, service: Service, today: string): Reading => {
    const all = effectiveTags(project.tags, service.tags);
    const overrides = readOverrides(all, today);
    const { name, type, plan, cloud, state } = service;
    const subject = {
      project: project.name,
      service: name,
      serviceType: type,
      plan,
      cloud,
      state,
      tags: overrides.tags,
      projectTags:
        overrides.endedAfter === null ? project.tags : Object.fromEntries(lasting(Object.entries(project.tags))),
    };
    return { all, overrides, subject, misspelt: misspeltIn(all) };
  };

  const firstMatch = ({ overrides, subject }: Reading): Rule | undefined =>
    overrides.isExempt ? undefined : policy.rules[firstOf(subject)];

  const wantsOf = (service: Service, { overrides, subject }: Reading): WantedValue[] =>
    service.searchConfiguration === undefined || overrides.isExempt ? [] : wantedBy(subject);

  /** The tag of a service overrides the policy's list. */
  const managedBy = ({ overrides, subject }: Reading): string | null => {
    if (overrides.managedBy !== null) return isOurselves(overrides.managedBy) ? null : overrides.managedBy;
    return policy.managedElsewhere[markedBy(subject)]?.by ?? null;
  };

  const judge = (service: Service, reading: Reading): Judgement => {
    const rule = firstMatch(reading);
    return judgementOf(rule, reading, {
      tagPrefix: policy.tagPrefix,
      optIn,
      maxByTagGb: rule === undefined ? Number.POSITIVE_INFINITY : mostByTag(rule, policy),
      wants: wantsOf(service, reading),
      budget: budgetOf(reading.subject),
      managedBy: managedBy(reading),
      resizesAt: (effect) => resizes(reading.subject, effect),
    });
  };

  return {
    exempts: ({ tags }, today) => readOverrides(effectiveTags(tags, {}), today).isExempt,
    decide: (project, service, today) => judge(service, readingOf(project, service, today)),
    evaluate: (project, service, today) => {
      const reading = readingOf(project, service, today);
      return {
        ...judge(service, reading),
        trace: trialsOf(policy.rules, reading),
        tags: seenTags(reading.all, project.tags),
        overrides: describeOverrides(policy.tagPrefix, reading.all, today),
        ends: endsOf(reading.overrides),
      };
    },
  };
};

/**
 * Compiles a policy: the first rule that matches decides, no match means `ignore`, and an exemption tag precedes all
 * rules. Override tags can lower, raise or turn off what a rule enables; they never enable by themselves (design §6).
 */
export const compilePolicy = oncePerObject(compiledAnew);

/** Evaluates one service; for many services compile the policy once. */
export const evaluate = (policy: Policy, project: ProjectFacts, service: Service, today: string): Evaluation =>
  compilePolicy(policy).evaluate(project, service, today);
