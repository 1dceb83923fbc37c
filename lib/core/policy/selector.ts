import type { Tags } from '../model/model.ts';
import type { Patterns, Selector } from '../model/policy-document.ts';
import type { EffectiveTags } from './effective-tags.ts';
import { compilePatterns, type Matcher } from './glob.ts';

/** One service in its project, as selectors see it. */
export interface Subject {
  readonly project: string;
  readonly service: string;
  readonly serviceType: string;
  readonly plan: string;
  readonly cloud: string;
  readonly state: string;
  /** Project tags, overridden by service tags. */
  readonly tags: EffectiveTags;
  readonly projectTags: Tags;
}

/** A selector compiled for repeated use. */
export interface CompiledSelector {
  readonly matches: (subject: Subject) => boolean;
  /** Why the selector matches, or which member does not. */
  readonly why: (subject: Subject) => string;
}

/** One condition of a selector. */
export interface Member {
  /** Name of the property, the same in every selector. */
  readonly label: string;
  readonly patterns: Patterns;
  readonly accepts: Matcher;
  /** Undefined when the service has no such value, which never matches. */
  readonly read: (subject: Subject) => string | undefined;
}

const plainMembers = ['project', 'service', 'serviceType', 'plan', 'cloud', 'state'] as const;

const member = (label: string, patterns: Patterns, read: Member['read']): Member => ({
  label,
  patterns,
  accepts: compilePatterns(patterns),
  read,
});

/** The conditions of a selector; all must be met. */
export const membersOf = (selector: Selector): Member[] => [
  ...plainMembers.flatMap((name) => {
    const patterns = selector[name];
    return patterns === undefined ? [] : [member(name, patterns, (subject) => subject[name])];
  }),
  ...Object.entries(selector.tags ?? {}).map(([key, patterns]) =>
    member(`tag ${key}`, patterns, ({ tags }) => tags.get(key)?.value),
  ),
  ...Object.entries(selector.projectTags ?? {}).map(([key, patterns]) =>
    member(`project tag ${key}`, patterns, ({ projectTags }) =>
      Object.hasOwn(projectTags, key) ? projectTags[key] : undefined,
    ),
  ),
  ...(selector.within === undefined ? [] : [member('given project', selector.within, ({ project }) => project)]),
];

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

/** Compiles a selector: all members must match; an empty selector matches every service. */
export const compileSelector = (selector: Selector): CompiledSelector => {
  const members = membersOf(selector);
  return {
    matches: (subject) => members.every((each) => isMet(each, subject)),
    why: (subject) => {
      if (members.length === 0) return 'its selector is empty, so it matches every service';
      const failing = members.find((each) => !isMet(each, subject));
      if (failing !== undefined) return describe(failing, subject);
      return members.map((each) => describe(each, subject)).join(' and ');
    },
  };
};
