import type { EffectiveTags } from './effective-tags.ts';
import { compilePatterns, type Matcher } from './glob.ts';
import type { Tags } from './model.ts';
import type { Patterns, Selector } from './policy-document.ts';

/** What selectors look at: one service in its project. */
export interface Subject {
  readonly project: string;
  readonly service: string;
  readonly serviceType: string;
  readonly plan: string;
  readonly cloud: string;
  readonly state: string;
  /** Tags of the project, overridden by those of the service. */
  readonly tags: EffectiveTags;
  readonly projectTags: Tags;
}

/** A subject as far as its project alone tells. */
export type ProjectSubject = Pick<Subject, 'project' | 'projectTags'>;

/** A selector made ready to be asked many times. */
export interface CompiledSelector {
  readonly matches: (subject: Subject) => boolean;
  /** In words, why the selector matches or which member does not. */
  readonly why: (subject: Subject) => string;
  /** False when no service of the project can match. */
  readonly matchesProject: (subject: ProjectSubject) => boolean;
  /** What is left to ask of a service when its project matches. */
  readonly matchesService: (subject: Subject) => boolean;
}

interface Member<S> {
  readonly label: string;
  readonly patterns: Patterns;
  readonly accepts: Matcher;
  readonly read: (subject: S) => string | undefined;
}

/** In the order of what they cost to ask: few types, clouds, states and plans, and mostly without globs. */
const serviceMembers = ['serviceType', 'cloud', 'state', 'plan', 'service'] as const;

const member = <S>(label: string, patterns: Patterns, read: Member<S>['read']): Member<S> => ({
  label,
  patterns,
  accepts: compilePatterns(patterns),
  read,
});

const ofProject = ({ project, projectTags = {} }: Selector): Member<ProjectSubject>[] => [
  ...(project === undefined ? [] : [member<ProjectSubject>('project', project, (subject) => subject.project)]),
  ...Object.entries(projectTags).map(([key, patterns]) =>
    member<ProjectSubject>(`project tag ${key}`, patterns, (subject) =>
      Object.hasOwn(subject.projectTags, key) ? subject.projectTags[key] : undefined,
    ),
  ),
];

const ofService = (selector: Selector): Member<Subject>[] => [
  ...serviceMembers.flatMap((name) => {
    const patterns = selector[name];
    return patterns === undefined ? [] : [member<Subject>(name, patterns, (subject) => subject[name])];
  }),
  ...Object.entries(selector.tags ?? {}).map(([key, patterns]) =>
    member<Subject>(`tag ${key}`, patterns, (subject) => subject.tags.get(key)?.value),
  ),
];

const allHold = <S>(members: readonly Member<S>[], subject: S): boolean => {
  for (const { read, accepts } of members) {
    const value = read(subject);
    if (value === undefined || !accepts(value)) return false;
  }
  return true;
};

const describe = <S>({ label, patterns, accepts, read }: Member<S>, subject: S): string => {
  const value = read(subject);
  if (value === undefined) return `there is no ${label}`;
  const verb = accepts(value) ? 'matches' : 'does not match';
  return `${label} "${value}" ${verb} ${patterns.join(', ') || 'an empty list'}`;
};

/** Prepares a selector: every member given must match, an empty selector matches every service. */
export const compileSelector = (selector: Selector): CompiledSelector => {
  const project = ofProject(selector);
  const service = ofService(selector);
  const members: readonly Member<Subject>[] = [...project, ...service];
  return {
    matches: (subject) => allHold(project, subject) && allHold(service, subject),
    matchesProject: (subject) => allHold(project, subject),
    matchesService: (subject) => allHold(service, subject),
    why: (subject) => {
      if (members.length === 0) return 'its selector is empty, so it matches every service';
      const failing = members.find((each) => !allHold([each], subject));
      if (failing !== undefined) return describe(failing, subject);
      return members.map((each) => describe(each, subject)).join(' and ');
    },
  };
};
