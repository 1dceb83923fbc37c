/** The syntax of iCalendar files (RFC 5545, section 3.1): lines, properties and components. */

/** A problem of a calendar and its line, counted from 1; null without a line. */
export class CalendarProblem extends Error {
  override readonly name = 'CalendarProblem';
  readonly line: number | null;

  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}

export interface CalendarProperty {
  /** In capitals. */
  readonly name: string;
  /** Names in capitals, values without their quotes. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Raw text. */
  readonly value: string;
  readonly line: number;
}

export interface CalendarComponent {
  /** In capitals. */
  readonly name: string;
  readonly line: number;
  readonly properties: readonly CalendarProperty[];
  readonly components: readonly CalendarComponent[];
}

interface Open extends CalendarComponent {
  readonly properties: CalendarProperty[];
  readonly components: CalendarComponent[];
}

interface Line {
  readonly text: string;
  readonly line: number;
}

/** Unfolds lines: a line that begins with a space or a tab continues the previous one. */
const unfolded = (text: string): Line[] => {
  const parts: { readonly line: number; readonly pieces: string[] }[] = [];
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .forEach((raw, index) => {
      const last = parts.at(-1);
      if (/^[ \t]/.test(raw) && last !== undefined) last.pieces.push(raw.slice(1));
      else if (raw.trim() !== '') parts.push({ line: index + 1, pieces: [raw] });
    });
  return parts.map(({ line, pieces }) => ({ line, text: pieces.join('') }));
};

/** A name, parameters and a value, whose separators do not count within quotes. */
const propertyForm = /^([A-Za-z0-9-]+)((?:;[^":;]*(?:"[^"]*"[^":;]*)*)*):(.*)$/s;
const parameterForm = /;([^=;"]*)=?([^";]*(?:"[^"]*"[^";]*)*)/g;

const propertyOf = ({ text, line }: Line): CalendarProperty => {
  const [, name, parameters = '', value = ''] = propertyForm.exec(text) ?? [];
  if (name === undefined) throw new CalendarProblem('this is not an iCalendar property such as SUMMARY:freeze', line);
  const pairs = [...parameters.matchAll(parameterForm)].map(([, key = '', quoted = '']): [string, string] => [
    key.toUpperCase(),
    quoted.replaceAll('"', ''),
  ]);
  return { name: name.toUpperCase(), parameters: new Map(pairs), value, line };
};

/**
 * Parses the tree of components of an iCalendar text.
 * @throws CalendarProblem for invalid lines or components
 */
export const readComponents = (text: string): CalendarComponent[] => {
  const outermost: CalendarComponent[] = [];
  const open: Open[] = [];
  for (const each of unfolded(text)) {
    const property = propertyOf(each);
    const { name, line } = property;
    const value = property.value.trim().toUpperCase();
    const innermost = open.at(-1);
    if (name === 'BEGIN') {
      const begun: Open = { name: value, line, properties: [], components: [] };
      (innermost?.components ?? outermost).push(begun);
      open.push(begun);
    } else if (innermost === undefined) {
      throw new CalendarProblem('this stands outside BEGIN:VCALENDAR and END:VCALENDAR', line);
    } else if (name !== 'END') {
      innermost.properties.push(property);
    } else if (value === innermost.name) {
      open.pop();
    } else {
      throw new CalendarProblem(
        `END:${value} does not end ${innermost.name}, which begins in line ${innermost.line}`,
        line,
      );
    }
  }
  const unended = open.at(-1);
  if (unended !== undefined) {
    throw new CalendarProblem(
      `${unended.name} has no END:${unended.name}; the file seems to be cut short`,
      unended.line,
    );
  }
  return outermost;
};

export const propertiesOf = ({ properties }: CalendarComponent, name: string): CalendarProperty[] =>
  properties.filter((property) => property.name === name);

/** Text without its escapes (RFC 5545, section 3.3.11). */
export const textOf = ({ value }: CalendarProperty): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped));
