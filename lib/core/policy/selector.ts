import type { ServiceName } from '../model/grouping.ts';
import type { Tags } from '../model/model.ts';
import type { Patterns, Selector } from '../model/policy-document.ts';
import type { EffectiveTags } from './effective-tags.ts';
import { compilePatterns, type Matcher } from './glob.ts';

/** One service in its project, as selectors see it. */
export interface Subject extends ServiceName {
  readonly serviceType: string;
  readonly plan: string;
  readonly cloud: string;
  readonly state: string;
  /** Project tags, overridden by service tags. */
  readonly tags: EffectiveTags;
  readonly projectTags: Tags;
}

/** Facts of one member of selectors. */
type MemberFacts =
  /** Patterns of a value that every service has. */
  | {
      readonly form: 'value';
      readonly label: string;
      readonly read: (subject: Subject) => string;
    }
  /** Patterns by tag key; a service without the tag never matches. */
  | {
      readonly form: 'tags';
      readonly label: (key: string) => string;
      readonly read: (subject: Subject, key: string) => string | undefined;
    };

/** Every member of selectors, in the order of explanations. A member that is forgotten here does not compile. */
const members = {
  project: { form: 'value', label: 'project', read: ({ project }) => project },
  service: { form: 'value', label: 'service', read: ({ service }) => service },
  serviceType: { form: 'value', label: 'serviceType', read: ({ serviceType }) => serviceType },
  plan: { form: 'value', label: 'plan', read: ({ plan }) => plan },
  cloud: { form: 'value', label: 'cloud', read: ({ cloud }) => cloud },
  state: { form: 'value', label: 'state', read: ({ state }) => state },
  tags: { form: 'tags', label: (key) => `tag ${key}`, read: ({ tags }, key) => tags.get(key)?.value },
  projectTags: {
    form: 'tags',
    label: (key) => `project tag ${key}`,
    read: ({ projectTags }, key) => (Object.hasOwn(projectTags, key) ? projectTags[key] : undefined),
  },
} as const satisfies Readonly<Record<keyof Selector, MemberFacts>>;

type MemberName = keyof typeof members;

const names = Object.keys(members) as MemberName[];

/** Members with patterns by tag key. */
export const tagMembers = names.filter((name): name is TagMember => members[name].form === 'tags');

type TagMember = { [Name in MemberName]: (typeof members)[Name]['form'] extends 'tags' ? Name : never }[MemberName];

/** One condition of a selector. */
export interface Condition {
  /** Path in the selector, as in the document. */
  readonly path: readonly string[];
  readonly label: string;
  readonly patterns: Patterns;
  /** Whether every service has such a value; a tag may be missing, and a missing tag does not match. */
  readonly always: boolean;
  /** Undefined when the service has no such value, which never matches. */
  readonly read: (subject: Subject) => string | undefined;
}

const conditionsOf = (selector: Selector, name: MemberName): Condition[] => {
  const facts: MemberFacts = members[name];
  const value = selector[name];
  if (value === undefined) return [];
  if (facts.form === 'value') {
    return [{ path: [name], label: facts.label, patterns: value as Patterns, always: true, read: facts.read }];
  }
  return Object.entries(value as Readonly<Record<string, Patterns>>).map(([key, patterns]) => ({
    path: [name, key],
    label: facts.label(key),
    patterns,
    always: false,
    read: (subject) => facts.read(subject, key),
  }));
};

/**
 * The conditions of a selector; all must be met.
 * @throws RangeError for a selector without any, or with a member that is none: it would match every service
 */
export const conditionsIn = (selector: Selector): Condition[] => {
  const unknown = Object.keys(selector).find((name) => !Object.hasOwn(members, name));
  if (unknown !== undefined) throw new RangeError(`a selector has no member ${unknown}`);
  const conditions = names.flatMap((name) => conditionsOf(selector, name));
  if (conditions.length === 0) throw new RangeError('a selector without conditions would match every service');
  return conditions;
};

interface CompiledSelector {
  readonly matches: (subject: Subject) => boolean;
  /** Why the selector matches, or which member does not. */
  readonly why: (subject: Subject) => string;
}

/** A condition with its patterns compiled. */
export interface Member extends Condition {
  readonly accepts: Matcher;
}

/** The conditions of a selector, compiled; all must be met. @throws RangeError for a selector without conditions */
export const membersOf = (selector: Selector): Member[] =>
  conditionsIn(selector).map((condition) => ({ ...condition, accepts: compilePatterns(condition.patterns) }));

const isMet = ({ read, accepts }: Member, subject: Subject): boolean => {
  const value = read(subject);
  return value !== undefined && accepts(value);
};

const describe = ({ label, patterns, accepts, read }: Member, subject: Subject): string => {
  const value = read(subject);
  if (value === undefined) return `the service has no ${label}`;
  const verb = accepts(value) ? 'matches' : 'does not match';
  return `${label} "${value}" ${verb} ${patterns.join(', ') || 'an empty list'}`;
};

/** Compiles a selector: all members must match. @throws RangeError for a selector without conditions */
export const compileSelector = (selector: Selector): CompiledSelector => {
  const members = membersOf(selector);
  return {
    matches: (subject) => members.every((each) => isMet(each, subject)),
    why: (subject) => {
      const failing = members.find((each) => !isMet(each, subject));
      if (failing !== undefined) return describe(failing, subject);
      return members.map((each) => describe(each, subject)).join(' and ');
    },
  };
};
