import { isCalendarDate } from './calendar-date.ts';
import type { EffectiveTag, EffectiveTags } from './effective-tags.ts';
import { nearestName } from './nearest-name.ts';

/** Largest maximum in GB that policy or a tag may ask for; more is surely a slip of the hand. */
export const largestMaximumGb = 1_000_000;

/** A tag that means something else than its author thinks. */
export interface TagProblem {
  readonly code: 'bad-tag' | 'misspelt-tag';
  readonly message: string;
}

/** What the override tags of a service say; a member is null when its tag is absent, unreadable or has ended. */
export interface Overrides {
  readonly switch: 'on' | 'off' | null;
  readonly maxAdditionalGb: number | null;
  /** Last day on which the service is left alone, when that day is today or later. */
  readonly exemptThrough: string | null;
  /** Last day of override tags that have ended. */
  readonly endedAfter: string | null;
  /** The tags that rules may look at: without override tags that have ended. */
  readonly tags: EffectiveTags;
  readonly problems: readonly TagProblem[];
}

/** Reads the override tags of one service; `today` is `YYYY-MM-DD`, UTC. */
export type OverrideReader = (tags: EffectiveTags, today: string) => Overrides;

const wholeGb = (value: string): number | undefined => {
  const gb = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
  return gb <= largestMaximumGb ? gb : undefined;
};

const onOrOff = (value: string): 'on' | 'off' | undefined => (value === 'on' || value === 'off' ? value : undefined);

const day = (value: string): string | undefined => (isCalendarDate(value) ? value : undefined);

const asWritten = (key: string, tag: EffectiveTag): string => `Tag ${key} of the ${tag.from} is "${tag.value}"`;

/**
 * Makes a reader of the tags `<prefix>`, `<prefix>-max-gb`, `<prefix>-until` and `<prefix>-exempt` (design §6).
 * A value that cannot be read counts as absent and is told, so the rule decides. Names are compared once per key.
 */
export const overrideReader = (prefix: string): OverrideReader => {
  const keys = { switch: prefix, max: `${prefix}-max-gb`, until: `${prefix}-until`, exempt: `${prefix}-exempt` };
  const known = Object.values(keys);
  const meantFor = new Map<string, string | undefined>();

  const meaning = (key: string): string | undefined => {
    if (!meantFor.has(key)) meantFor.set(key, known.includes(key) ? undefined : nearestName(key, known));
    return meantFor.get(key);
  };

  const misspeltKeys = (tags: EffectiveTags): TagProblem[] => {
    const problems: TagProblem[] = [];
    for (const [key, tag] of tags) {
      const meant = meaning(key);
      if (meant === undefined) continue;
      problems.push({
        code: 'misspelt-tag',
        message: `Tag ${key} of the ${tag.from} has no effect: did you mean ${meant}?`,
      });
    }
    return problems;
  };

  const badValue = (key: string, tag: EffectiveTag, form: string): TagProblem => {
    const meant = key === keys.switch ? nearestName(tag.value, ['on', 'off']) : undefined;
    return meant === undefined
      ? { code: 'bad-tag', message: `${asWritten(key, tag)}, which has no effect: write ${form}.` }
      : { code: 'misspelt-tag', message: `${asWritten(key, tag)}, which has no effect: did you mean "${meant}"?` };
  };

  return (tags, today) => {
    const problems = misspeltKeys(tags);
    const read = <T>(key: string, parse: (value: string) => T | undefined, form: string): T | null => {
      const tag = tags.get(key);
      if (tag === undefined) return null;
      const value = parse(tag.value);
      if (value === undefined) problems.push(badValue(key, tag, form));
      return value ?? null;
    };
    const date = 'a day as YYYY-MM-DD';
    const exempt = read(keys.exempt, day, date);
    const exemptThrough = exempt !== null && today <= exempt ? exempt : null;
    const until = read(keys.until, day, date);
    if (until !== null && today > until) {
      const left = new Map(tags);
      left.delete(keys.switch);
      left.delete(keys.max);
      return { switch: null, maxAdditionalGb: null, exemptThrough, endedAfter: until, tags: left, problems };
    }
    return {
      switch: read(keys.switch, onOrOff, '"on" or "off"'),
      maxAdditionalGb: read(keys.max, wholeGb, `whole GB from 0 to ${largestMaximumGb}, like "200"`),
      exemptThrough,
      endedAfter: null,
      tags,
      problems,
    };
  };
};
