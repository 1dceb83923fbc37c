import { type EffectiveTags, effectiveTags } from './effective-tags.ts';
import type { Decision, Finding, ProjectFacts, Service } from './model.ts';
import { type Overrides, overrideReader, type ReadOverride } from './override-tags.ts';
import type { Policy, Rule } from './policy-document.ts';
import { outcomeOf } from './rule-outcome.ts';
import { compileBaselines, type Want } from './search-baseline.ts';
import { type CompiledSelector, compileSelector, type Subject } from './selector.ts';
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
  readonly wants: readonly Want[];
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
}

interface CompiledRule {
  readonly rule: Rule;
  readonly selector: CompiledSelector;
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

const judgementOf = (rule: Rule | undefined, reading: Reading, wants: Judgement['wants']): Judgement => {
  const { overrides, subject, misspelt } = reading;
  const place = { project: subject.project, service: subject.service };
  const problems = [...misspelt, ...overrides.problems];
  return {
    decision: { ...place, ...outcomeOf(rule, overrides) },
    findings: [...problems.map((problem) => ({ ...problem, ...place })), ...exemptionEnds(overrides, place)],
    exempt: overrides.exemptThrough !== null,
    wants,
  };
};

const trialsOf = (rules: readonly CompiledRule[], { subject, overrides }: Reading): RuleTrial[] => {
  let decided = overrides.exemptThrough === null ? '' : 'the service is exempt by its tag';
  return rules.map(({ rule: { name }, selector }) => {
    if (decided !== '') return { rule: name, tried: false, matched: false, why: decided };
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

/** Keeps the answer for the last project: services come project by project. */
const rememberingProject = <T>(ask: (project: ProjectFacts) => T): ((project: ProjectFacts) => T) => {
  let last: { readonly project: ProjectFacts; readonly answer: T } | undefined;
  return (project) => {
    if (last?.project !== project) last = { project, answer: ask(project) };
    return last.answer;
  };
};

/**
 * Prepares a policy: the first rule that matches decides, no match means `ignore`, and an exemption tag goes before all
 * rules. Override tags can lower, lift or switch off what a rule enables, never enable by themselves (design §6).
 */
export const compilePolicy = (policy: Policy): CompiledPolicy => {
  const rules: CompiledRule[] = policy.rules.map((rule) => ({ rule, selector: compileSelector(rule.match) }));
  const wantedBy = compileBaselines(policy.searchConfiguration);
  const readOverrides = overrideReader(policy.tagPrefix);
  const misspeltIn = tagSpelling(policy);
  const keys = overrideKeys(policy.tagPrefix);

  /** Rules that may match a service of the project. */
  const candidates = rememberingProject(({ name, tags }) =>
    rules.filter(({ selector }) => selector.matchesProject({ project: name, projectTags: tags })),
  );

  /** Tags of the project that rules may look at when its override tags have ended. */
  const withoutOverrides = rememberingProject(({ tags }) => {
    const { [keys.switch]: _switch, [keys.max]: _max, ...others } = tags;
    return others;
  });

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

  const firstMatch = (project: ProjectFacts, { overrides, subject }: Reading): Rule | undefined => {
    if (overrides.exemptThrough !== null) return undefined;
    // Override tags that have ended may change what the project's tags say, so then every rule is asked anew.
    if (overrides.endedAfter !== null) return rules.find(({ selector }) => selector.matches(subject))?.rule;
    return candidates(project).find(({ selector }) => selector.matchesService(subject))?.rule;
  };

  const wantsOf = (service: Service, { overrides, subject }: Reading): Want[] =>
    service.searchConfiguration === undefined || overrides.exemptThrough !== null ? [] : wantedBy(subject);

  const judge = (project: ProjectFacts, service: Service, reading: Reading): Judgement =>
    judgementOf(firstMatch(project, reading), reading, wantsOf(service, reading));

  return {
    decide: (project, service, today) => judge(project, service, readingOf(project, service, today)),
    evaluate: (project, service, today) => {
      const reading = readingOf(project, service, today);
      return {
        ...judge(project, service, reading),
        trace: trialsOf(rules, reading),
        tags: seenTags(reading.all, project),
        overrides: reading.overrides.read,
        ends: endsOf(reading.overrides),
      };
    },
  };
};

/** What `policy` says of one service; for many services compile the policy once. */
export const evaluate = (policy: Policy, project: ProjectFacts, service: Service, today: string): Evaluation =>
  compilePolicy(policy).evaluate(project, service, today);
