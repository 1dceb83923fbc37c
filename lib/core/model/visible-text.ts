/**
 * Invisible characters, and characters that change how others are displayed: control and format characters (bidirectional
 * overrides and marks, zero-width spaces and joiners, byte order marks), line separators and unpaired surrogates.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const everyUnseen = new RegExp(unseen.source, 'gu');

/** Printable ASCII, and the arrow of a change: an engine needs milliseconds to build an expression for all of Unicode. */
const isPlain = (text: string): boolean => /^[ -~→]*$/.test(text);

/** The same without the line feed, of which an indented document has one in every line. */
const everyUnseenButLineFeed = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Names and tags are untrusted: a text without line breaks and without characters that reverse the direction of reading. */
export const oneLine = (text: string): string =>
  (isPlain(text) ? text : text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')).trim();

/** The text in one line with every invisible character escaped (`\u202e`). Names come from outside and may contain any. */
export const visible = (text: string): string => (isPlain(text) ? text : text.replaceAll(everyUnseen, escaped));

/** The first invisible character of a text as `U+202E`; undefined when there is none. */
export const firstUnseen = (text: string): string | undefined => {
  const codePoint = isPlain(text) ? undefined : unseen.exec(text)?.[0].codePointAt(0);
  return codePoint === undefined ? undefined : `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
};

/** Equivalent JSON with every invisible character of its strings escaped. */
export const visibleJson = (value: unknown, indent?: number): string => {
  const text = JSON.stringify(value, null, indent);
  // Outside strings, JSON contains none of these characters except the line feeds of the indent.
  return /^[\n -~→]*$/.test(text) ? text : text.replaceAll(everyUnseenButLineFeed, escaped);
};

/** Errors of one document that are listed: who corrects these often corrects the others too. */
const mostLines = 20;

/** The first lines of a list of errors, then the number of the others if that is not the only one. */
export const firstLines = (lines: readonly string[]): readonly string[] =>
  lines.length <= mostLines + 1 ? lines : [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`];

/** The first of some names and the number of the others: `a, b, and 3 more`. */
export const namesText = (names: readonly string[], most: number, joint = ', and'): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? `${joint} ${names.length - most} more` : ''}`;

/** A number of things, such as `1 service` or `2 services`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** A day to come: `today`, `in 1 day`, `in 2 days`. */
export const inDays = (days: number): string => (days === 0 ? 'today' : `in ${counted(days, 'day')}`);

/**
 * A text whose numbers have a comma between thousands. Only for texts of numbers and fixed words: digits in a name, a time or
 * a digest mean something else.
 */
export const grouped = (text: string | number): string =>
  String(text).replace(/(?<![\d.])\d{4,}/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','));

/** A sentence whose amounts have separators: a number of its own, or one before a unit; a name keeps its digits. */
export const amounts = (text: string): string =>
  text.replace(/(?<=(?:^|[ (])[+-]?)[1-9]\d{3,}(?:\.\d+)?(?=$|[ ),;:]|\.$|\. )/g, grouped);

/** A span of time as people say it: minutes up to two hours, hours up to two days, then days. */
export const spanText = (minutes: number): string => {
  if (minutes < 120) return counted(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
};

/** A word of a command line as any shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** A difference in GB with its sign; 0 has none. */
export const signedGb = (gb: number): string => (gb > 0 ? `+${gb}` : String(gb));
