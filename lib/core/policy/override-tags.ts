import { isCalendarDate } from '../model/durations.ts';
import type { EffectiveTag, EffectiveTags } from './effective-tags.ts';
import { nearestOverrideValue, overrideKeys, type TagProblem, type ValueKind } from './tag-spelling.ts';
import { reminderOf, type TagEnd } from './tags-that-end.ts';

/** Largest maximum in GB that a policy or tag may request; a larger number is a typing error. */
export const largestMaximumGb = 1_000_000;

/** An override tag of a service and its effect. */
export interface ReadOverride extends EffectiveTag {
  readonly key: string;
  /** Predicate of a sentence about the tag, such as "asks for …". */
  readonly meaning: string;
}

/** The override tags of a service; a member is null when its tag is absent, unreadable or expired. */
export interface Overrides {
  readonly switch: 'on' | 'off' | null;
  readonly maxAdditionalGb: number | null;
  /** Whether the service is left alone: by an exemption that has not ended, or by one whose day is unreadable. */
  readonly isExempt: boolean;
  /** Last day of the exemption, if it is today or later. */
  readonly exemptThrough: string | null;
  /** Null unless the exemption, or the override, ends soon. */
  readonly exemptionReminder: TagEnd | null;
  readonly overrideReminder: TagEnd | null;
  /** Owner of the service's configuration, possibly Headroom itself. */
  readonly managedBy: string | null;
  /** Last day of override tags that are in force. */
  readonly until: string | null;
  /** Last day of expired override tags. */
  readonly endedAfter: string | null;
  /** The tags that rules can match: without expired override tags. */
  readonly tags: EffectiveTags;
  readonly problems: readonly TagProblem[];
}

/** Reads the override tags of one service; `today` is `YYYY-MM-DD`, UTC. */
type OverrideReader = (tags: EffectiveTags, today: string) => Overrides;

const wholeGb = (value: string): number | undefined => {
  const gb = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
  return gb <= largestMaximumGb ? gb : undefined;
};

/** Format, parser and meaning of a tag. */
interface Form<T> {
  readonly key: string;
  /** Whether the last day of overrides ends it: from then on rules cannot match it either. */
  readonly ends: boolean;
  readonly kind: ValueKind;
  readonly form: string;
  readonly parse: (value: string) => T | undefined;
  meaning(value: T, today: string): string;
}

const dayForm = (key: string, meaning: Form<string>['meaning']): Form<string> => ({
  key,
  ends: false,
  kind: 'day',
  form: 'a day as YYYY-MM-DD',
  parse: (value) => (isCalendarDate(value) ? value : undefined),
  meaning,
});

/** Whether a managed-by tag names Headroom itself, which overrides the project tag and the policy. */
export const isOurselves = (by: string): boolean => by.toLowerCase() === 'headroom';

const formsOf = (prefix: string) => {
  const keys = overrideKeys(prefix);
  const switches: Form<'on' | 'off'> = {
    key: keys.switch,
    ends: true,
    kind: 'switch',
    form: '"on" or "off"',
    parse: (value) => (value === 'on' || value === 'off' ? value : undefined),
    meaning: (value) =>
      value === 'off' ? 'turns off what a rule enables' : 'allows what a rule enables, but enables nothing by itself',
  };
  const max: Form<number> = {
    key: keys.max,
    ends: true,
    kind: 'size',
    form: `whole GB from 0 to ${largestMaximumGb}, such as "200"`,
    parse: wholeGb,
    meaning: (gb) => `asks for a maximum of ${gb} GB instead of the rule's`,
  };
  const until = dayForm(keys.until, (date, today) =>
    today > date ? `the override ended after ${date}` : `the override ends after ${date}`,
  );
  const exempt = dayForm(keys.exempt, (date, today) =>
    today > date ? `the exemption ended after ${date}` : `the service is left alone through ${date}`,
  );
  const managedBy: Form<string> = {
    key: keys.managedBy,
    ends: false,
    kind: 'name',
    form: 'the owner of the configuration, such as "terraform"',
    // The tag protects the service even if its author left the name empty.
    parse: (value) => value.trim() || 'another owner',
    meaning: (by) =>
      isOurselves(by)
        ? 'marks the configuration as managed by Headroom only'
        : `marks the service as managed by ${by}, so Headroom does not remove its autoscaler or lower its maximum`,
  };
  return { switch: switches, max, until, exempt, managedBy } satisfies Record<keyof typeof keys, Form<unknown>>;
};

/** Returns those of the tags, with their keys, that rules can match after the last day of overrides. */
export const lastingTags = (prefix: string) => {
  const ending = new Set(Object.values(formsOf(prefix)).flatMap(({ key, ends }) => (ends ? [key] : [])));
  return <T>(tags: Iterable<readonly [string, T]>) => [...tags].filter(([key]) => !ending.has(key));
};

const noProblems: readonly TagProblem[] = [];

/** The overrides of a service without override tags. */
const absentFrom = (tags: EffectiveTags): Overrides => ({
  switch: null,
  maxAdditionalGb: null,
  isExempt: false,
  exemptThrough: null,
  exemptionReminder: null,
  overrideReminder: null,
  managedBy: null,
  until: null,
  endedAfter: null,
  tags,
  problems: noProblems,
});

const badValue = (
  { key, kind, form }: Pick<Form<unknown>, 'key' | 'kind' | 'form'>,
  { value, from }: EffectiveTag,
): TagProblem => {
  const meant = nearestOverrideValue(kind, value);
  const problem = `Tag ${key} of the ${from} is "${value}", which has no effect`;
  return meant === undefined
    ? { code: 'bad-tag', message: `${problem}: write ${form}.` }
    : { code: 'misspelt-tag', message: `${problem}: did you mean "${meant}"?` };
};

/** Adds an unreadable value to `problems` and treats it as absent. */
const read = <T>(tags: EffectiveTags, form: Form<T>, problems: TagProblem[]): T | null => {
  const tag = tags.get(form.key);
  if (tag === undefined) return null;
  const value = form.parse(tag.value);
  if (value === undefined) problems.push(badValue(form, tag));
  return value ?? null;
};

/** What is wrong with an exemption. Its subject is the day, so it is notified every day until it is mended. */
const badExemption = (key: string, { value, from }: EffectiveTag, today: string, form: Form<string>): TagProblem => {
  const meant = key === form.key ? nearestOverrideValue(form.kind, value) : undefined;
  const remedy = meant === undefined ? `write ${form.key} with ${form.form}` : `did you mean "${meant}"?`;
  const message = `Tag ${key} of the ${from} is "${value}", which names no last day: the service is left alone until this is mended: ${remedy}`;
  return { code: 'exemption-unreadable', message: meant === undefined ? `${message}.` : message, subject: today };
};

/** Reads the exemption. A broken one holds, because its author wants the service left alone. */
const readExemption = (
  tags: EffectiveTags,
  form: Form<string>,
  today: string,
): Pick<Overrides, 'isExempt' | 'exemptThrough'> & { readonly problems: readonly TagProblem[] } => {
  const key = [form.key, `${form.key}-until`].find((name) => tags.has(name));
  const tag = key === undefined ? undefined : tags.get(key);
  if (key === undefined || tag === undefined) return { isExempt: false, exemptThrough: null, problems: noProblems };
  const through = key === form.key ? form.parse(tag.value) : undefined;
  if (through === undefined)
    return { isExempt: true, exemptThrough: null, problems: [badExemption(key, tag, today, form)] };
  const isExempt = today <= through;
  return { isExempt, exemptThrough: isExempt ? through : null, problems: noProblems };
};

/**
 * Creates a reader of the tags `<prefix>`, `<prefix>-max-gb`, `<prefix>-until`, `<prefix>-exempt` and `<prefix>-managed-by`
 * (design §6).
 * An unreadable value is reported and treated as absent, so the rule decides; an unreadable exemption leaves alone.
 */
export const overrideReader = (prefix: string): OverrideReader => {
  const keys = overrideKeys(prefix);
  const allKeys = [...Object.values(keys), `${keys.exempt}-until`];
  const forms = formsOf(prefix);
  const lasting = lastingTags(prefix);

  return (tags, today) => {
    if (!allKeys.some((key) => tags.has(key))) return absentFrom(tags);
    const { isExempt, exemptThrough, problems: ofExemption } = readExemption(tags, forms.exempt, today);
    const problems = [...ofExemption];
    const until = read(tags, forms.until, problems);
    const managedBy = read(tags, forms.managedBy, problems);
    const exemptionReminder = reminderOf(exemptThrough, today);
    if (until !== null && today > until) {
      const others = new Map(lasting(tags));
      const ended = { managedBy, endedAfter: until, problems };
      return { ...absentFrom(others), isExempt, exemptThrough, exemptionReminder, ...ended };
    }
    const switchTo = read(tags, forms.switch, problems);
    const maxAdditionalGb = read(tags, forms.max, problems);
    const overrides = !isExempt && (switchTo !== null || maxAdditionalGb !== null);
    // Written out: this is made for every service, and copying members takes longer than reading the tags.
    return {
      switch: switchTo,
      maxAdditionalGb,
      isExempt,
      exemptThrough,
      exemptionReminder,
      overrideReminder: overrides ? reminderOf(until, today) : null,
      managedBy,
      until,
      endedAfter: null,
      tags,
      problems,
    };
  };
};

/** The override tags among `tags` and their effects, for `explain`. */
export const describeOverrides = (prefix: string, tags: EffectiveTags, today: string): ReadOverride[] => {
  const forms = formsOf(prefix);
  const { endedAfter } = overrideReader(prefix)(tags, today);
  return Object.values<Form<unknown>>(forms).flatMap(({ key, ends, parse, meaning }): ReadOverride[] => {
    const tag = tags.get(key);
    if (tag === undefined) return [];
    if (ends && endedAfter !== null)
      return [{ key, ...tag, meaning: `ended after ${endedAfter}, so it has no effect` }];
    const value = parse(tag.value);
    const unreadable = `is unreadable, so ${key === forms.exempt.key ? 'the service is left alone' : 'it has no effect'}`;
    return [{ key, ...tag, meaning: value === undefined ? unreadable : meaning(value, today) }];
  });
};
