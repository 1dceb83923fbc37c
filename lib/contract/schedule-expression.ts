import { isTimeZone } from '../core/model/zoned-time.ts';

/** One of the six fields of a cron expression of EventBridge Scheduler. */
interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names for the numbers, starting at the least. */
  readonly names?: readonly string[];
  /** Wildcards that are allowed on their own. */
  readonly also?: RegExp;
  /** Allowed values, for messages. */
  readonly takes: string;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
export const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const fields = [
  { name: 'minutes', least: 0, most: 59, takes: '0 to 59 with , - * /' },
  { name: 'hours', least: 0, most: 23, takes: '0 to 23 with , - * /' },
  {
    name: 'day of month',
    least: 1,
    most: 31,
    also: /^(\?|L|LW|([1-9]|[12]\d|3[01])W)$/,
    takes: '1 to 31 with , - * / ? L W',
  },
  { name: 'month', least: 1, most: 12, names: months, takes: '1 to 12 or JAN to DEC with , - * /' },
  {
    name: 'day of week',
    least: 1,
    most: 7,
    names: weekdays,
    also: /^(\?|L|([1-7]|SUN|MON|TUE|WED|THU|FRI|SAT)(L|#[1-5]))$/,
    takes: '1 to 7 or SUN to SAT with , - * / ? L #',
  },
  { name: 'year', least: 1970, most: 2199, takes: '1970 to 2199 with , - * /' },
] as const satisfies readonly Field[];

/** Days of each month, leap years included. */
const longestDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const numberOf = ({ least, most, names = [] }: Field, text: string): number | undefined => {
  const named = names.indexOf(text);
  const number = named >= 0 ? named + least : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
};

/** Numbers of one list item: `*`, `n`, `n-m`, each with an optional `/step`; undefined for an invalid item. */
const expand = (field: Field, item: string): number[] | undefined => {
  const [range = '', step, ...more] = item.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d{0,3}$/.test(step))) return undefined;
  const [from, to, ...further] =
    range === '*' ? [field.least, field.most] : range.split('-').map((end) => numberOf(field, end));
  if (from === undefined || further.length > 0 || (range.includes('-') && to === undefined)) return undefined;
  const end = to ?? (step === undefined ? from : field.most);
  // A range may wrap around, such as FRI-MON.
  const count = end >= from ? end - from + 1 : field.most - from + 1 + (end - field.least + 1);
  const span = field.most - field.least + 1;
  return Array.from({ length: count }, (_, n) => n)
    .filter((n) => n % Number(step ?? 1) === 0)
    .map((n) => ((from - field.least + n) % span) + field.least);
};

/** Numbers of a field; 'any' for wildcards that depend on the calendar; undefined for an invalid field. */
const valuesOf = (field: Field, text: string): readonly number[] | 'any' | undefined => {
  if (field.also?.test(text)) return 'any';
  const items = text.split(',').map((item) => expand(field, item));
  return items.some((item) => item === undefined) ? undefined : items.flatMap((item) => item ?? []);
};

const neverComes = (days: readonly number[] | 'any' | undefined, inMonths: readonly number[] | 'any' | undefined) =>
  Array.isArray(days) &&
  Array.isArray(inMonths) &&
  inMonths.every((month) => days.every((day) => day > (longestDays[month - 1] ?? 0)));

const insideCron = /^cron\(([^()]*)\)$/;
const perUnit = { minute: 1, hour: 60, day: 1440 } as const;

/** Minutes between two starts of a `rate(…)` expression; undefined for `cron(…)`, whose interval varies. */
export const minutesBetween = (expression: string): number | undefined => {
  const [, amount, unit] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  return unit === undefined ? undefined : Number(amount) * perUnit[unit as keyof typeof perUnit];
};

/** A field of a cron expression: its text and the numbers that it takes, or 'any' for a wildcard of the calendar. */
export interface CronField {
  readonly text: string;
  readonly values: readonly number[] | 'any';
}

/** The six fields of a valid `cron(…)`, minutes first. @throws Error for any other text */
export const cronFields = (expression: string): readonly CronField[] => {
  const texts = insideCron.exec(expression)?.[1]?.trim().split(/\s+/) ?? [];
  return fields.map((field, index) => {
    const text = texts[index] ?? '';
    const values = valuesOf(field, text);
    if (values === undefined) throw new Error(`${expression} ${scheduleProblem(expression)}`);
    return { text, values };
  });
};

/** Problem of the fields of `cron(…)`; undefined if they are valid. */
const cronProblem = (inside: string): string | undefined => {
  const texts = inside.trim().split(/\s+/);
  if (texts.length !== fields.length) {
    return `has ${texts.length} of the 6 fields of cron(minutes hours day-of-month month day-of-week year), such as cron(0 6 * * ? *)`;
  }
  const values = fields.map((field, index) => valuesOf(field, texts[index] ?? ''));
  const wrong = fields.find((_, index) => values[index] === undefined);
  if (wrong !== undefined) {
    return `has "${texts[fields.indexOf(wrong)]}" for the ${wrong.name}; use ${wrong.takes}`;
  }
  const [, , dayOfMonth, , dayOfWeek] = texts;
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
    return 'needs "?" for exactly one of day of month and day of week';
  }
  return neverComes(values[2], values[3])
    ? 'names a day that does not exist in its months, so it never starts'
    : undefined;
};

/**
 * Problem of a schedule expression, as text that follows the expression; undefined if EventBridge Scheduler accepts it:
 * `rate(N minutes|hours|days)` or `cron(…)` with six fields.
 */
export const scheduleProblem = (text: string): string | undefined => {
  const [, amount, unit = ''] = /^rate\(([1-9]\d{0,3}) (minutes?|hours?|days?)\)$/.exec(text) ?? [];
  if (amount !== undefined) {
    const right = amount === '1' ? unit.replace(/s$/, '') : `${unit.replace(/s$/, '')}s`;
    return unit === right ? undefined : `must be written rate(${amount} ${right})`;
  }
  const inside = insideCron.exec(text)?.[1];
  return inside === undefined
    ? 'is neither rate(N minutes|hours|days) nor cron(…) of EventBridge Scheduler'
    : cronProblem(inside);
};

/** Problem of a time zone name for EventBridge Scheduler; undefined if it is valid. */
export const timeZoneProblem = (name: string): string | undefined => {
  const hint = 'use an IANA name such as Europe/Berlin, or UTC';
  // Node.js accepts an offset such as +02:00 as a time zone; EventBridge Scheduler does not.
  if (!/^[A-Za-z]/.test(name) || !isTimeZone(name)) return `"${name}" is not a time zone; ${hint}`;
  const canonical = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  return canonical !== name && canonical.toLowerCase() === name.toLowerCase()
    ? `must be written ${canonical}`
    : undefined;
};

/** Time between two passes, for the periods of alarms. */
interface Pause {
  /** Whole hours, at most 48, within which at least one pass is due. */
  readonly hours: number;
  /** Consecutive periods without a pass, or with the same problem, that raise an alarm. */
  readonly patience: number;
}

/** The pause of a schedule. The interval of `cron(…)` varies; a day is its longest sensible value. */
export const pauseOf = (expression: string): Pause => {
  const minutes = minutesBetween(expression);
  return minutes === undefined ? { hours: 24, patience: 2 } : { hours: Math.ceil(minutes / 60), patience: 3 };
};
