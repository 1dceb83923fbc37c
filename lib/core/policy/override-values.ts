import { isCalendarDate } from '../model/calendar-date.ts';
import { nearestName } from '../model/nearest-name.ts';

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
