import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import type { Snapshot } from '../model/model.ts';
import type { Policy, Selector } from '../model/policy-document.ts';
import { namesText } from '../model/visible-text.ts';
import { effectiveTags } from './effective-tags.ts';
import { compilePatterns } from './glob.ts';
import { type Condition, compileSelector, conditionsIn, type Subject } from './selector.ts';
import { overrideKeys } from './tag-spelling.ts';

/** Neutral type name of the search service (spec.md §0 naming rule). */
const searchType = 'engine';

const searchHint =
  'If the platform uses another name for the search service, set it with --search-engine (searchEngine on AWS).';

/** Values of the organization that a message names. */
const mostNamed = 5;

/** A selector of the policy with its place in the document, for people. */
interface Named {
  readonly kind: 'rule' | 'budget' | 'baseline' | 'entry of managedElsewhere' | 'reclaim';
  readonly name: string;
  readonly match: Selector;
}

/** The subject of the finding about a selector. */
export const subjectOf = ({ kind, name }: Pick<Named, 'kind' | 'name'>): string =>
  [kind, name].filter(Boolean).join(' ');

const titleOf = ({ kind, name }: Named): string =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${name === '' ? '' : ` "${name}"`}`;

const missed = (named: Named, sentences: readonly string[]): Finding =>
  findingAt(everywhere, 'rule-matches-nothing', sentences.join(' '), {
    subject: subjectOf(named),
  });

/** The values that services have of what a condition reads. */
type Present = (condition: Condition) => ReadonlySet<string>;

const presentIn = (subjects: readonly Subject[]): Present => {
  const seen = new Map<string, ReadonlySet<string>>();
  return ({ label, read }) => {
    const values = seen.get(label) ?? new Set(subjects.flatMap((subject) => read(subject) ?? []));
    seen.set(label, values);
    return values;
  };
};

/** The values of a condition that no service has; the state of a service is none to look for, because it changes by the hour. */
const unmetBy = ({ label, patterns }: Condition, present: ReadonlySet<string>): readonly string[] =>
  label === 'state'
    ? []
    : patterns.filter((pattern) => {
        if (pattern.startsWith('!') || present.has(pattern)) return false;
        return ![...present].some(compilePatterns([pattern]));
      });

const presentText = ({ label, always }: Condition, present: ReadonlySet<string>): string =>
  present.size === 0 && !always
    ? `No service has the ${label}.`
    : `Present: ${namesText([...present].sort(), mostNamed)}.`;

/** What a selector looks for and no service has. */
const missesOf = (named: Named, presentFor: Present): Finding[] => {
  const found = conditionsIn(named.match).flatMap((condition) => {
    const present = presentFor(condition);
    const unmet = unmetBy(condition, present);
    if (unmet.length === 0) return [];
    const isWhole = ![...present].some(compilePatterns(condition.patterns));
    const values = `${condition.label} ${unmet.join(', ')}`;
    const hint = condition.label === 'serviceType' && unmet.includes(searchType) ? [searchHint] : [];
    return [{ isWhole, says: [`no service has ${values}. ${presentText(condition, present)}`, ...hint] }];
  });
  if (found.length === 0) return [];
  const outcome = found.some(({ isWhole }) => isWhole) ? 'matches no service' : 'looks for what is not there';
  return [missed(named, [`${titleOf(named)} ${outcome}: ${found.map(({ says }) => says.join(' ')).join(' Also, ')}`])];
};

/** Selectors that pick services which may all be gone again tomorrow, or only exceptions, are not checked. */
const checked = ({ rules, budgets, managedElsewhere, reclaim, tagPrefix }: Policy): Named[] => {
  const ofTeams = new Set(Object.values(overrideKeys(tagPrefix)));
  const waitsForTeams = ({ tags = {}, projectTags = {} }: Selector) =>
    [...Object.keys(tags), ...Object.keys(projectTags)].some((key) => ofTeams.has(key));
  return [
    ...rules
      .filter(({ effect }) => effect === 'enable')
      .map(({ name, match }) => ({ kind: 'rule', name, match }) as const),
    ...budgets.map(({ name, match }) => ({ kind: 'budget', name, match }) as const),
    ...managedElsewhere.map(({ by, match }) => ({ kind: 'entry of managedElsewhere', name: by, match }) as const),
    ...(reclaim?.match === undefined ? [] : [{ kind: 'reclaim', name: '', match: reclaim.match } as const]),
  ].filter(({ match }) => !waitsForTeams(match));
};

/** The inputs of a plan that list services. */
interface PlanScope {
  readonly policy: Policy;
  readonly snapshots: readonly Pick<Snapshot, 'project' | 'tags' | 'services'>[];
  readonly unread: readonly unknown[];
  /** Whether the plan covers all projects of the organization. */
  readonly isWhole?: boolean;
}

const subjectsIn = (snapshots: PlanScope['snapshots']): (Subject & { readonly isSearch: boolean })[] =>
  snapshots.flatMap(({ project, tags: projectTags, services }) =>
    services.map(({ name: service, type: serviceType, plan, cloud, state, tags, searchConfiguration }) => ({
      ...{ project, service, serviceType, plan, cloud, state, projectTags },
      isSearch: searchConfiguration !== undefined,
      // Most policies look at no tags, and merging them for every service takes longer than all else here.
      get tags() {
        return effectiveTags(projectTags, tags);
      },
    })),
  );

/**
 * Reports the selectors that match nothing, and the values in them that no service has: a misspelt project, tag or type leaves services without
 * protection and looks like a policy that works. A rule that disables or ignores is not checked, nor one that waits for
 * the tags of teams. Without a complete list of the organization's services it reports nothing.
 * @param matched subjects of the selectors that services are known to match
 */
export const missesIn = (
  { policy, snapshots, unread, isWhole }: PlanScope,
  matched: ReadonlySet<string>,
): Finding[] => {
  if (!isWhole || unread.length > 0) return [];
  const subjects = subjectsIn(snapshots);
  if (subjects.length === 0) return [];
  const among = (all: readonly Subject[]) => {
    const presentFor = presentIn(all);
    return (named: Named): Finding[] => {
      const values = missesOf(named, presentFor);
      if (values.length > 0 || matched.has(subjectOf(named)) || all.some(compileSelector(named.match).matches))
        return values;
      return [missed(named, [`${titleOf(named)} matches no service: none meets all of its conditions at once.`])];
    };
  };
  const searches = subjects.filter(({ isSearch }) => isSearch);
  const baselines = policy.searchConfiguration.map(({ name, match }) => ({ kind: 'baseline', name, match }) as const);
  return [
    ...checked(policy).flatMap(among(subjects)),
    ...(searches.length > 0
      ? baselines.flatMap(among(searches))
      : baselines.map((named) =>
          missed(named, [`${titleOf(named)} matches no service: none is a search service.`, searchHint]),
        )),
  ];
};
