import { isCalendarDate } from '../model/durations.ts';
import { nearestName, sameButForCase } from '../model/nearest-name.ts';
import type { Patterns, Policy, Selector } from '../model/policy-document.ts';
import { oncePerText } from '../model/remembering.ts';
import type { EffectiveTag, EffectiveTags } from './effective-tags.ts';

/** Common synonyms of switch values. */
const meaningOn = ['yes', 'y', 'true', '1', 'enable', 'enabled', 'active'];
const meaningOff = ['no', 'n', 'false', '0', 'disable', 'disabled', 'none', 'inactive'];

const switchMeant = (value: string): string | undefined => {
  const word = value.trim().toLowerCase();
  if (meaningOn.includes(word)) return 'on';
  return meaningOff.includes(word) ? 'off' : nearestName(value, ['on', 'off']);
};

// Both patterns expect trimmed text: with a long run of trailing blanks they would backtrack.

/** A size with a unit, although the key already contains it. */
const sizeMeant = (value: string): string | undefined =>
  /^\+?0*(\d{1,6})(?:\.0+)?\s*(?:gi?b?)?$/i.exec(value.trim())?.[1];

/** A day with other separators, without leading zeros, or with a time. */
const dayMeant = (value: string): string | undefined => {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(value.trim());
  if (parts === null) return undefined;
  const [, year = '', month = '', day = ''] = parts;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
};

/** Kinds of override tag values. */
export type ValueKind = 'switch' | 'size' | 'day' | 'name';

const meant: Readonly<Record<ValueKind, (value: string) => string | undefined>> = {
  switch: switchMeant,
  size: sizeMeant,
  day: dayMeant,
  name: () => undefined,
};

/** The valid value that an unreadable one most likely stands for; undefined when there is none. */
export const nearestOverrideValue = (kind: ValueKind, value: string): string | undefined => meant[kind](value);

/** A tag without the effect, or the whole effect, that its author expects. */
export interface TagProblem {
  readonly code: 'bad-tag' | 'misspelt-tag' | 'tag-above-limit' | 'tag-without-rule' | 'exemption-unreadable';
  readonly message: string;
  readonly subject?: string;
}

/** The keys of the override tags of a policy (design §6). */
export const overrideKeys = (prefix: string) => ({
  switch: prefix,
  max: `${prefix}-max-gb`,
  until: `${prefix}-until`,
  exempt: `${prefix}-exempt`,
  managedBy: `${prefix}-managed-by`,
});

/** Tag values that selectors look for, by key, as written. */
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

/** Letters after the prefix that two keys must share to be taken for the same. */
const leastShared = 3;

/** `<prefix>-max` means `<prefix>-max-gb`, although more letters differ than in a typing error. */
const bySharedBeginning = (key: string, prefix: string, keys: readonly string[]): string | undefined => {
  const folded = key.toLowerCase().replaceAll('_', '-');
  const length = prefix.length + 1 + leastShared;
  return keys.find((name) => name.length >= length && folded.startsWith(name.toLowerCase().slice(0, length)));
};

/** Most letters at the end in which a key may differ from the switch, or from the last word of its prefix. */
const mostOther = 4;

/** Fewest letters that say anything: a short prefix begins many words. */
const fewestShared = 6;

/** `disk-autoscaling` and `autoscaler` mean the switch `disk-autoscaler`, if their value is one of a switch. */
const looksLikeSwitch = (key: string, prefix: string): boolean => {
  const folded = key.toLowerCase().replaceAll('_', '-');
  return [prefix, prefix.slice(prefix.lastIndexOf('-') + 1)].some((name) => {
    const length = Math.max(fewestShared, name.length - mostOther);
    return Math.abs(name.length - folded.length) <= mostOther && folded.startsWith(name.toLowerCase().slice(0, length));
  });
};

const describe = (key: string, { from }: EffectiveTag): string => `Tag ${key} of the ${from}`;

/**
 * Creates a check of tags for typing errors: keys similar to an override tag's, and keys and values that differ only by
 * case from those in the policy's selectors. Each key and value is compared once, for any number of services.
 */
export const tagSpelling = (policy: Policy): ((tags: EffectiveTags) => TagProblem[]) => {
  const { tagPrefix } = policy;
  const keys = overrideKeys(tagPrefix);
  const overrides = Object.values(keys);
  const lookedFor = lookedForBy(policy);
  const keysLookedFor = [...lookedFor.keys()];

  const keyMeant = oncePerText((key: string) => {
    // The reader of the override tags takes the second for the first, and says so.
    if (overrides.includes(key) || key === `${keys.exempt}-until` || lookedFor.has(key)) return undefined;
    return (
      nearestName(key, overrides) ??
      bySharedBeginning(key, tagPrefix, overrides) ??
      keysLookedFor.find((name) => sameButForCase(name, key))
    );
  });

  const isNearSwitch = oncePerText(
    (key: string) => !overrides.includes(key) && !lookedFor.has(key) && looksLikeSwitch(key, tagPrefix),
  );
  const switchMeant = (key: string, value: string): string | undefined =>
    isNearSwitch(key) && nearestOverrideValue('switch', value) !== undefined ? tagPrefix : undefined;

  // The reader of the override tags checks the switch, because it knows all its values.
  const valuesMeant = new Map(
    [...lookedFor]
      .filter(([key]) => key !== tagPrefix)
      .map(([key, values]) => [
        key,
        oncePerText((value: string) =>
          values.includes(value) ? undefined : values.find((each) => each !== value && sameButForCase(each, value)),
        ),
      ]),
  );

  return (tags) => {
    const problems: TagProblem[] = [];
    for (const [key, tag] of tags) {
      const meant = keyMeant(key) ?? switchMeant(key, tag.value);
      const value = valuesMeant.get(key)?.(tag.value);
      if (meant !== undefined) {
        const message = `${describe(key, tag)} has no effect: did you mean ${meant}?`;
        problems.push({ code: 'misspelt-tag', message });
      } else if (value !== undefined) {
        const message = `${describe(key, tag)} is "${tag.value}", which the policy does not look for: did you mean "${value}"?`;
        problems.push({ code: 'misspelt-tag', message });
      }
    }
    return problems;
  };
};
