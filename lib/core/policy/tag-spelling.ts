import { nearestName, sameButForCase } from '../model/nearest-name.ts';
import type { Patterns, Policy, Selector } from '../model/policy-document.ts';
import type { EffectiveTag, EffectiveTags } from './effective-tags.ts';

/** A tag that means something else than its author thinks. */
export interface TagProblem {
  readonly code: 'bad-tag' | 'misspelt-tag';
  readonly message: string;
}

/** The keys of the override tags of a policy (design §6). */
export const overrideKeys = (prefix: string) => ({
  switch: prefix,
  max: `${prefix}-max-gb`,
  until: `${prefix}-until`,
  exempt: `${prefix}-exempt`,
  managedBy: `${prefix}-managed-by`,
});

/** What selectors look for in tags: values by key, as they are written. */
type LookedFor = ReadonlyMap<string, readonly string[]>;

const lookedForBy = ({ rules, managedElsewhere, budgets, searchConfiguration }: Policy): LookedFor => {
  const values = new Map<string, string[]>();
  const add = (tags: Readonly<Record<string, Patterns>> = {}) => {
    for (const [key, patterns] of Object.entries(tags)) values.set(key, [...(values.get(key) ?? []), ...patterns]);
  };
  const selectors: Selector[] = [...rules, ...managedElsewhere, ...budgets, ...searchConfiguration].map(
    ({ match }) => match,
  );
  for (const { tags, projectTags } of selectors) {
    add(tags);
    add(projectTags);
  }
  return values;
};

/** Letters that two ends of keys must share at their beginning to be taken for the same. */
const leastShared = 3;

/** `<prefix>-max` is meant for `<prefix>-max-gb`, though more letters differ than a slip of the hand explains. */
const bySharedBeginning = (key: string, prefix: string, known: readonly string[]): string | undefined => {
  const folded = key.toLowerCase().replaceAll('_', '-');
  const length = prefix.length + 1 + leastShared;
  return known.find((name) => name.length >= length && folded.startsWith(name.toLowerCase().slice(0, length)));
};

const cached = <T>(ask: (text: string) => T): ((text: string) => T) => {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as T;
    const answer = ask(text);
    answers.set(text, answer);
    return answer;
  };
};

const whose = (key: string, { from }: EffectiveTag): string => `Tag ${key} of the ${from}`;

/**
 * Makes a check of tags for slips of the hand: keys near to an override tag's, and keys and values that differ from what
 * the policy's selectors look for by case alone. Each key and value is compared once, whatever the number of services.
 */
export const tagSpelling = (policy: Policy): ((tags: EffectiveTags) => TagProblem[]) => {
  const { tagPrefix } = policy;
  const overrides = Object.values(overrideKeys(tagPrefix));
  const lookedFor = lookedForBy(policy);
  const keysLookedFor = [...lookedFor.keys()];

  const keyMeant = cached((key) => {
    if (overrides.includes(key) || lookedFor.has(key)) return undefined;
    return (
      nearestName(key, overrides) ??
      bySharedBeginning(key, tagPrefix, overrides) ??
      keysLookedFor.find((known) => sameButForCase(known, key))
    );
  });

  // The switch is left to whoever reads it, who knows all its values.
  const valuesMeant = new Map(
    [...lookedFor]
      .filter(([key]) => key !== tagPrefix)
      .map(([key, known]) => [
        key,
        cached((value) =>
          known.includes(value) ? undefined : known.find((each) => each !== value && sameButForCase(each, value)),
        ),
      ]),
  );

  return (tags) => {
    const problems: TagProblem[] = [];
    for (const [key, tag] of tags) {
      const meant = keyMeant(key);
      const value = valuesMeant.get(key)?.(tag.value);
      if (meant !== undefined) {
        const message = `${whose(key, tag)} has no effect: did you mean ${meant}?`;
        problems.push({ code: 'misspelt-tag', message });
      } else if (value !== undefined) {
        const message = `${whose(key, tag)} is "${tag.value}", which the policy does not look for: did you mean "${value}"?`;
        problems.push({ code: 'misspelt-tag', message });
      }
    }
    return problems;
  };
};
