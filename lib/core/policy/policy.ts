import type { Decision, Finding } from '../model/decision.ts';
import type { ProjectFacts, Service, Tags } from '../model/model.ts';
import type { ForecastOption, Policy, Rule } from '../model/policy-document.ts';
import { type EffectiveTags, effectiveTags } from './effective-tags.ts';
import { compileFirstMatch } from './first-match.ts';
import { describeOverrides, isOurselves, type Overrides, overrideReader, type ReadOverride } from './override-tags.ts';
import { policyDefaults } from './policy-defaults.ts';
import { outcomeOf } from './rule-outcome.ts';
import { compileBaselines, type WantedValue } from './search-baseline.ts';
import { compileSelector, type Subject } from './selector.ts';
import { overrideKeys, type TagProblem, tagSpelling } from './tag-spelling.ts';

/** A rule of the policy, and why it did or did not match or was not tried. */
export interface RuleTrial {
  readonly rule: string;
  readonly tried: boolean;
  readonly matched: boolean;
  readonly why: string;
}

export interface SeenTag {
  readonly key: string;
  readonly value: string;
  readonly from: 'project' | 'service';
  /** Value of the project's tag that the tag of the service takes the place of; absent when there is none. */
  readonly insteadOf?: string;
}

/** What policy says of a service. */
export interface Judgement {
  readonly decision: Decision;
  readonly findings: readonly Finding[];
  /** True when an exemption tag leaves the service alone: then nothing at all is changed or complained about. */
  readonly exempt: boolean;
  /** What baselines want of the configuration, by path; none but of search services. */
  readonly wants: readonly WantedValue[];
  /** Name of the budget that the service belongs to: the first that matches; null when none does. */
  readonly budget: string | null;
  /** Who keeps the configuration of the service elsewhere, so that it is never disabled or lowered; null when nobody does. */
  readonly managedBy: string | null;
  /** Tier in that budget, 1 first, and how much more than the others of its tier (design §8). */
  readonly priority: number;
  readonly weight: number;
  /** GB that it gets of that budget before any tier is filled, as far as it wants them. */
  readonly atLeastGb: number;
  /** How the forecast finds the maximum, where it does; null where rule or tag give a number. */
  readonly forecast: ForecastOption | null;
}

/** What policy says of a service and how it came to that, for `explain`. */
export interface Evaluation extends Judgement {
  /** Every rule in its order; those after the first match were not tried. */
  readonly trace: readonly RuleTrial[];
  /** Every tag seen, by key. */
  readonly tags: readonly SeenTag[];
  /** Those of the tags that override rules, and what each does. */
  readonly overrides: readonly ReadOverride[];
  /** Days on which override tags that are in force end; absent when they do not. */
  readonly ends: { readonly exemption?: string; readonly override?: string };
}

/** A policy made ready to be asked for many services; `today` is `YYYY-MM-DD`, UTC. */
export interface CompiledPolicy {
  readonly decide: (project: ProjectFacts, service: Service, today: string) => Judgement;
  readonly evaluate: (project: ProjectFacts, service: Service, today: string) => Evaluation;
  /** Whether a tag of the project exempts what has no tags of its own: what is left of services that are gone. */
  readonly exempts: (project: ProjectFacts, today: string) => boolean;
}

interface Reading {
  readonly all: EffectiveTags;
  readonly overrides: Overrides;
  readonly subject: Subject;
  readonly misspelt: readonly TagProblem[];
}

type Place = Pick<Decision, 'project' | 'service'>;

/** The finding is another one for each reminder, and the same on all days of one. */
const exemptionEnds = ({ reminder }: Overrides, place: Place): Finding[] => {
  if (reminder === null) return [];
  const { through, daysBefore } = reminder;
  const message = `The exemption of the service ends after ${through}, within ${daysBefore} days: from then on the rules decide, unless its tag is given a later day.`;
  return [
    {
      code: 'exemption-ends',
      ...place,
      message,
      subject: `${through}, ${daysBefore} days`,
      details: { through, daysBefore },
    },
  ];
};

type Beside = Pick<Judgement, 'wants' | 'budget' | 'managedBy'>;

const forecastOf = (rule: Rule | undefined, { effect }: Pick<Decision, 'effect'>, overrides: Overrides) =>
  effect === 'enable' && overrides.maxAdditionalGb === null ? (rule?.forecast ?? null) : null;

const { share } = policyDefaults;

const judgementOf = (rule: Rule | undefined, reading: Reading, beside: Beside): Judgement => {
  const { overrides, subject, misspelt } = reading;
  const place = { project: subject.project, service: subject.service };
  const problems = [...misspelt, ...overrides.problems];
  const outcome = outcomeOf(rule, overrides);
  return {
    decision: { ...place, ...outcome },
    findings: [...problems.map((problem) => ({ ...problem, ...place })), ...exemptionEnds(overrides, place)],
    exempt: overrides.exemptThrough !== null,
    ...beside,
    priority: rule?.priority ?? share.priority,
    weight: rule?.weight ?? share.weight,
    atLeastGb: rule?.atLeastGb ?? share.atLeastGb,
    forecast: forecastOf(rule, outcome, overrides),
  };
};

const trialsOf = (rules: readonly Rule[], { subject, overrides }: Reading): RuleTrial[] => {
  let decided = overrides.exemptThrough === null ? '' : 'the service is exempt by its tag';
  return rules.map(({ name, match }) => {
    if (decided !== '') return { rule: name, tried: false, matched: false, why: decided };
    const selector = compileSelector(match);
    const matched = selector.matches(subject);
    if (matched) decided = `rule "${name}" has decided`;
    return { rule: name, tried: true, matched, why: selector.why(subject) };
  });
};

const seenTags = (all: EffectiveTags, project: ProjectFacts): SeenTag[] =>
  [...all]
    .map(([key, tag]): SeenTag => {
      const hides = tag.from === 'service' && Object.hasOwn(project.tags, key);
      return hides ? { key, ...tag, insteadOf: project.tags[key] } : { key, ...tag };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));

const endsOf = ({ exemptThrough, until }: Overrides): Evaluation['ends'] => ({
  ...(exemptThrough === null ? {} : { exemption: exemptThrough }),
  ...(until === null ? {} : { override: until }),
});

/**
 * Prepares a policy: the first rule that matches decides, no match means `ignore`, and an exemption tag goes before all
 * rules. Override tags can lower, lift or switch off what a rule enables, never enable by themselves (design §6).
 */
export const compilePolicy = (policy: Policy): CompiledPolicy => {
  const firstOf = compileFirstMatch(policy.rules.map(({ match }) => match));
  const markedBy = compileFirstMatch(policy.managedElsewhere.map(({ match }) => match));
  const budgetOf = compileFirstMatch(policy.budgets.map(({ match }) => match));
  const wantedBy = compileBaselines(policy.searchConfiguration);
  const readOverrides = overrideReader(policy.tagPrefix);
  const misspeltIn = tagSpelling(policy);
  const keys = overrideKeys(policy.tagPrefix);

  /** Tags of the project that rules may look at when its override tags have ended. */
  const withoutOverrides = ({ tags }: ProjectFacts): Tags => {
    const { [keys.switch]: _switch, [keys.max]: _max, ...others } = tags;
    return others;
  };

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
      projectTags: overrides.endedAfter === null ? project.tags : withoutOverrides(project),
    };
    return { all, overrides, subject, misspelt: misspeltIn(all) };
  };

  const firstMatch = ({ overrides, subject }: Reading): Rule | undefined =>
    overrides.exemptThrough === null ? policy.rules[firstOf(subject)] : undefined;

  const wantsOf = (service: Service, { overrides, subject }: Reading): WantedValue[] =>
    service.searchConfiguration === undefined || overrides.exemptThrough !== null ? [] : wantedBy(subject);

  /** The tag of a service goes before what the policy says of many. */
  const managedBy = ({ overrides, subject }: Reading): string | null => {
    if (overrides.managedBy !== null) return isOurselves(overrides.managedBy) ? null : overrides.managedBy;
    return policy.managedElsewhere[markedBy(subject)]?.by ?? null;
  };

  const judge = (service: Service, reading: Reading): Judgement =>
    judgementOf(firstMatch(reading), reading, {
      wants: wantsOf(service, reading),
      budget: policy.budgets[budgetOf(reading.subject)]?.name ?? null,
      managedBy: managedBy(reading),
    });

  return {
    exempts: ({ tags }, today) => readOverrides(effectiveTags(tags, {}), today).exemptThrough !== null,
    decide: (project, service, today) => judge(service, readingOf(project, service, today)),
    evaluate: (project, service, today) => {
      const reading = readingOf(project, service, today);
      return {
        ...judge(service, reading),
        trace: trialsOf(policy.rules, reading),
        tags: seenTags(reading.all, project),
        overrides: describeOverrides(policy.tagPrefix, reading.all, today),
        ends: endsOf(reading.overrides),
      };
    },
  };
};

/** What `policy` says of one service; for many services compile the policy once. */
export const evaluate = (policy: Policy, project: ProjectFacts, service: Service, today: string): Evaluation =>
  compilePolicy(policy).evaluate(project, service, today);
