import type { EffectiveTags } from './effective-tags.ts';
import { compilePatterns, type Matcher } from './glob.ts';
import type { Patterns, Selector } from './policy-document.ts';

/** What selectors look at: one service in its project. */
export interface Subject {
  readonly project: string;
  readonly service: string;
  readonly serviceType: string;
  readonly plan: string;
  readonly cloud: string;
  readonly state: string;
  readonly tags: EffectiveTags;
}

/** A selector made ready to be asked many times. */
export interface CompiledSelector {
  readonly matches: (subject: Subject) => boolean;
  /** In words, why the selector matches or which member does not. */
  readonly why: (subject: Subject) => string;
}

interface Member {
  readonly label: string;
  readonly patterns: Patterns;
  readonly accepts: Matcher;
  readonly read: (subject: Subject) => string | undefined;
}

const plainMembers = ['project', 'service', 'serviceType', 'plan', 'cloud', 'state'] as const;

const plainMember = (name: (typeof plainMembers)[number], patterns: Patterns): Member => ({
  label: name,
  patterns,
  accepts: compilePatterns(patterns),
  read: (subject) => subject[name],
});

const tagMember = (key: string, patterns: Patterns): Member => ({
  label: `tag ${key}`,
  patterns,
  accepts: compilePatterns(patterns),
  read: (subject) => subject.tags.get(key)?.value,
});

const holds = (member: Member, subject: Subject): boolean => {
  const value = member.read(subject);
  return value !== undefined && member.accepts(value);
};

const describe = (member: Member, subject: Subject): string => {
  const value = member.read(subject);
  if (value === undefined) return `there is no ${member.label}`;
  const verb = member.accepts(value) ? 'matches' : 'does not match';
  return `${member.label} "${value}" ${verb} ${member.patterns.join(', ') || 'an empty list'}`;
};

/** Prepares a selector: every member given must match, an empty selector matches every service. */
export const compileSelector = (selector: Selector): CompiledSelector => {
  const members = [
    ...plainMembers.flatMap((name) => {
      const patterns = selector[name];
      return patterns === undefined ? [] : [plainMember(name, patterns)];
    }),
    ...Object.entries(selector.tags ?? {}).map(([key, patterns]) => tagMember(key, patterns)),
  ];
  return {
    matches: (subject) => members.every((member) => holds(member, subject)),
    why: (subject) => {
      if (members.length === 0) return 'its selector is empty, so it matches every service';
      const failing = members.find((member) => !holds(member, subject));
      if (failing !== undefined) return describe(failing, subject);
      return members.map((member) => describe(member, subject)).join(' and ');
    },
  };
};
