import { type EffectiveTags, effectiveTags } from './effective-tags.ts';
import type { Decision, Finding, ProjectFacts, Service } from './model.ts';
import { type Overrides, overrideReader } from './override-tags.ts';
import type { Policy, Rule } from './policy-document.ts';
import { compileBaselines, type Want } from './search-baseline.ts';
import { type CompiledSelector, compileSelector, type Subject } from './selector.ts';

/** A rule that was tried, and why it did or did not match. */
export interface RuleTrial {
  readonly rule: string;
  readonly matched: boolean;
  readonly why: string;
}

export interface SeenTag {
  readonly key: string;
  readonly value: string;
  readonly from: 'project' | 'service';
}

/** What policy says of a service. */
export interface Judgement {
  readonly decision: Decision;
  readonly findings: readonly Finding[];
  /** True when an exemption tag leaves the service alone: then nothing at all is changed or complained about. */
  readonly exempt: boolean;
  /** What baselines want of the configuration, by path; none but of search services. */
  readonly wants: readonly Want[];
}

/** What policy says of a service and how it came to that, for `explain`. */
export interface Evaluation extends Judgement {
  /** Rules in the order they were tried; those after the first match were not. */
  readonly trace: readonly RuleTrial[];
  /** Every tag seen, by key. */
  readonly tags: readonly SeenTag[];
}

/** A policy made ready to be asked for many services; `today` is `YYYY-MM-DD`, UTC. */
export interface CompiledPolicy {
  readonly decide: (project: ProjectFacts, service: Service, today: string) => Judgement;
  readonly evaluate: (project: ProjectFacts, service: Service, today: string) => Evaluation;
}

interface CompiledRule {
  readonly rule: Rule;
  readonly selector: CompiledSelector;
}

interface Reading {
  readonly all: EffectiveTags;
  readonly overrides: Overrides;
  readonly subject: Subject;
}

type Outcome = Omit<Decision, 'project' | 'service'>;

const enabled = (rule: Rule, overrides: Overrides): Outcome => {
  const ruleMaximum = rule.maxAdditionalGb ?? 0;
  const maxAdditionalGb = overrides.maxAdditionalGb ?? ruleMaximum;
  const by =
    overrides.maxAdditionalGb === null ? '' : `, as its tag asks for instead of the ${ruleMaximum} GB of the rule`;
  return {
    effect: 'enable',
    rule: rule.name,
    maxAdditionalGb,
    reason: `Rule "${rule.name}" enables the autoscaler with a maximum of ${maxAdditionalGb} GB${by}.`,
  };
};

const byRule = (rule: Rule, overrides: Overrides): Outcome => {
  if (rule.effect === 'ignore') {
    return { effect: 'ignore', rule: rule.name, reason: `Rule "${rule.name}" leaves the service alone.` };
  }
  if (rule.effect === 'disable') {
    return { effect: 'disable', rule: rule.name, reason: `Rule "${rule.name}" disables the autoscaler.` };
  }
  if (overrides.switch !== 'off') return enabled(rule, overrides);
  const reason = `Rule "${rule.name}" would enable the autoscaler, but the override tag of the service says off.`;
  return { effect: 'disable', rule: rule.name, reason };
};

const outcomeOf = (rule: Rule | undefined, overrides: Overrides): Outcome => {
  if (overrides.exemptThrough !== null) {
    const reason = `The service is exempt through ${overrides.exemptThrough} by its tag, so it is left alone.`;
    return { effect: 'ignore', rule: '', reason };
  }
  const outcome: Outcome =
    rule === undefined
      ? { effect: 'ignore', rule: '', reason: 'No rule of the policy matches the service, so it is left alone.' }
      : byRule(rule, overrides);
  if (overrides.endedAfter === null) return outcome;
  return { ...outcome, reason: `${outcome.reason} Its override tags ended after ${overrides.endedAfter}.` };
};

const judgementOf = (rule: Rule | undefined, { overrides, subject }: Reading, wants: Judgement['wants']): Judgement => {
  const place = { project: subject.project, service: subject.service };
  return {
    decision: { ...place, ...outcomeOf(rule, overrides) },
    findings: overrides.problems.map((problem) => ({ ...problem, ...place })),
    exempt: overrides.exemptThrough !== null,
    wants,
  };
};

const trace = (rules: readonly CompiledRule[], subject: Subject): RuleTrial[] => {
  const trials: RuleTrial[] = [];
  for (const { rule, selector } of rules) {
    const matched = selector.matches(subject);
    trials.push({ rule: rule.name, matched, why: selector.why(subject) });
    if (matched) break;
  }
  return trials;
};

/**
 * Prepares a policy: the first rule that matches decides, no match means `ignore`, and an exemption tag goes before all
 * rules. Override tags can lower, lift or switch off what a rule enables, never enable by themselves (design §6).
 */
export const compilePolicy = (policy: Policy): CompiledPolicy => {
  const rules = policy.rules.map((rule) => ({ rule, selector: compileSelector(rule.match) }));
  const wantedBy = compileBaselines(policy.searchConfiguration);
  const readOverrides = overrideReader(policy.tagPrefix);

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
    };
    return { all, overrides, subject };
  };

  const firstMatch = ({ overrides, subject }: Reading): Rule | undefined =>
    overrides.exemptThrough === null ? rules.find(({ selector }) => selector.matches(subject))?.rule : undefined;

  const wantsOf = (service: Service, { overrides, subject }: Reading): Want[] =>
    service.searchConfiguration === undefined || overrides.exemptThrough !== null ? [] : wantedBy(subject);

  return {
    decide: (project, service, today) => {
      const reading = readingOf(project, service, today);
      return judgementOf(firstMatch(reading), reading, wantsOf(service, reading));
    },
    evaluate: (project, service, today) => {
      const reading = readingOf(project, service, today);
      const tags = [...reading.all].map(([key, tag]) => ({ key, ...tag }));
      return {
        ...judgementOf(firstMatch(reading), reading, wantsOf(service, reading)),
        trace: reading.overrides.exemptThrough === null ? trace(rules, reading.subject) : [],
        tags: tags.sort((a, b) => (a.key < b.key ? -1 : 1)),
      };
    },
  };
};

/** What `policy` says of one service; for many services compile the policy once. */
export const evaluate = (policy: Policy, project: ProjectFacts, service: Service, today: string): Evaluation =>
  compilePolicy(policy).evaluate(project, service, today);
