import { isTimeZone } from '../core/model/zoned-time.ts';

/** One of the six fields of a cron expression of EventBridge Scheduler. */
interface Field {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names that stand for numbers, the first for the least. */
  readonly names?: readonly string[];
  /** What else may stand there alone: wildcards that are no numbers. */
  readonly also?: RegExp;
  /** What may stand there, in words. */
  readonly takes: string;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

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

/** Most days that a month has, by its number. */
const longestDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const numberOf = ({ least, most, names = [] }: Field, text: string): number | undefined => {
  const named = names.indexOf(text);
  const number = named >= 0 ? named + least : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
};

/** The numbers that one item of a list stands for: `*`, `n`, `n-m`, each with `/step`; undefined where it is none. */
const expand = (field: Field, item: string): number[] | undefined => {
  const [range = '', step, ...more] = item.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d{0,3}$/.test(step))) return undefined;
  const [from, to, ...further] =
    range === '*' ? [field.least, field.most] : range.split('-').map((end) => numberOf(field, end));
  if (from === undefined || further.length > 0 || (range.includes('-') && to === undefined)) return undefined;
  const end = to ?? (step === undefined ? from : field.most);
  // A range may go over the end, such as FRI-MON.
  const count = end >= from ? end - from + 1 : field.most - from + 1 + (end - field.least + 1);
  const span = field.most - field.least + 1;
  return Array.from({ length: count }, (_, n) => n)
    .filter((n) => n % Number(step ?? 1) === 0)
    .map((n) => ((from - field.least + n) % span) + field.least);
};

/** The numbers that a field stands for; 'any' for wildcards that depend on the calendar; undefined for nonsense. */
const valuesOf = (field: Field, text: string): readonly number[] | 'any' | undefined => {
  if (field.also?.test(text)) return 'any';
  const items = text.split(',').map((item) => expand(field, item));
  return items.some((item) => item === undefined) ? undefined : items.flatMap((item) => item ?? []);
};

const neverComes = (days: readonly number[] | 'any' | undefined, inMonths: readonly number[] | 'any' | undefined) =>
  Array.isArray(days) &&
  Array.isArray(inMonths) &&
  inMonths.every((month) => days.every((day) => day > (longestDays[month - 1] ?? 0)));

/** What is wrong with the fields of `cron(…)`, in words; undefined where nothing is. */
const cronProblem = (inside: string): string | undefined => {
  const given = inside.trim().split(/\s+/);
  if (given.length !== fields.length) {
    return `has ${given.length} of the 6 fields of cron(minutes hours day-of-month month day-of-week year), such as cron(0 6 * * ? *)`;
  }
  const values = fields.map((field, place) => valuesOf(field, given[place] ?? ''));
  const wrong = fields.find((_, place) => values[place] === undefined);
  if (wrong !== undefined) {
    return `has "${given[fields.indexOf(wrong)]}" for the ${wrong.name}; it takes ${wrong.takes}`;
  }
  const [, , dayOfMonth, , dayOfWeek] = given;
  if ((dayOfMonth === '?') === (dayOfWeek === '?')) {
    return 'needs "?" for exactly one of day of month and day of week';
  }
  return neverComes(values[2], values[3])
    ? 'names a day that none of its months has, so nothing would start'
    : undefined;
};

/**
 * What is wrong with a schedule expression, in words that follow its place; undefined where EventBridge Scheduler takes
 * it: `rate(N minutes|hours|days)` or `cron(…)` with six fields.
 */
export const scheduleProblem = (text: string): string | undefined => {
  const [, amount, unit = ''] = /^rate\(([1-9]\d{0,3}) (minutes?|hours?|days?)\)$/.exec(text) ?? [];
  if (amount !== undefined) {
    const right = amount === '1' ? unit.replace(/s$/, '') : `${unit.replace(/s$/, '')}s`;
    return unit === right ? undefined : `must be written rate(${amount} ${right})`;
  }
  const inside = /^cron\(([^()]*)\)$/.exec(text)?.[1];
  return inside === undefined
    ? 'is neither rate(N minutes|hours|days) nor cron(…) as EventBridge Scheduler has them'
    : cronProblem(inside);
};

/** What is wrong with the name of a time zone for EventBridge Scheduler, in words; undefined where nothing is. */
export const timeZoneProblem = (name: string): string | undefined => {
  const hint = 'give an IANA name such as Europe/Berlin, or UTC';
  // An offset such as +02:00 is a time zone for Node.js, and none for EventBridge Scheduler.
  if (!/^[A-Za-z]/.test(name) || !isTimeZone(name)) return `"${name}" is no time zone; ${hint}`;
  const known = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  return known !== name && known.toLowerCase() === name.toLowerCase() ? `must be written ${known}` : undefined;
};
