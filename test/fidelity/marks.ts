import type { Row } from './row.ts';

/** Result of reading the marks in a comment or a name. */
export interface Marks {
  /** Rows named by id. */
  readonly rows: ReadonlySet<string>;
  /** Rows that a pattern such as `§2.4 saml.*` names; in a test name `$path` stands for any option. */
  readonly byPattern: ReadonlySet<string>;
  /** Text that looks like a mark and names no row. */
  readonly unknown: readonly string[];
}

/** Quick check whether a text can contain a mark. */
export const mayHoldMarks = /§|pf 2\.1[34]/;

/** Sections of other pages of docs/internals/sources have numbers too, which this table ignores. */
const otherPages = /(?:design|scale|interface\.md) §\d+(?:\.\d+)?(?:(?:, | and )§\d+(?:\.\d+)?)*/g;

const sectionMark = /§\d+(?:\.\d+)?|\bpf 2\.1[34](?!\d)/g;

/** A name ends where no letter, digit or joining character follows. */
const endsThere = (rest: string): boolean => !/^(?:[\w→-]|\.[\w*])/.test(rest);

const patternFrom = (rest: string): RegExp | undefined => {
  const written = /^ ([a-z0-9_.]*(?:\*|\$path)[a-z0-9_.*]*)/.exec(rest)?.[1];
  if (written === undefined) return undefined;
  const escaped = written.replace(/\.$/, '').replaceAll('.', '\\.');
  return new RegExp(`^${escaped.replaceAll('$path', '[a-z0-9_.]+').replaceAll('*', '[a-z0-9_]+')}$`);
};

/** Names of rows by section, the longest first; `§4` is a section when there is a `§4.1` or a `§4 name`. */
const namesBySection = (ids: readonly string[]): Map<string, string[]> => {
  const sections = new Map<string, string[]>();
  for (const id of ids) {
    const section = /^(?:§[\d.]+|pf 2\.1[34])/.exec(id)?.[0] ?? '';
    for (const known of new Set([section.replace(/^(§\d+)\..*/, '$1'), section])) {
      sections.set(known, sections.get(known) ?? []);
    }
    if (id !== section) sections.get(section)?.push(id.slice(section.length + 1));
  }
  for (const names of sections.values()) names.sort((a, b) => b.length - a.length);
  return sections;
};

/** Target of one mark: a row, the rows of a pattern, or nothing known; a bare section has none of them. */
interface Named {
  readonly row?: string;
  readonly pattern?: readonly string[];
  readonly unknown?: string;
}

const namedBy = (section: string, rest: string, names: readonly string[] | undefined, isRow: boolean): Named => {
  const unknown = `${section}${rest.slice(0, 40)}`;
  if (names === undefined) return { unknown };
  const name = names.find((known) => rest.startsWith(` ${known}`) && endsThere(rest.slice(known.length + 1)));
  if (name !== undefined) return { row: `${section} ${name}` };
  if (names.length === 0 || !/^ [\w*$]/.test(rest)) return isRow ? { row: section } : {};
  const pattern = patternFrom(rest);
  const matched = pattern === undefined ? [] : names.filter((known) => pattern.test(known));
  return matched.length === 0 ? { unknown } : { pattern: matched.map((known) => `${section} ${known}`) };
};

/** Creates a reader of marks. In a section with named rows, a name must be that of a row; a bare section is valid. */
export const marksReader = (rows: readonly Pick<Row, 'id'>[]): ((text: string) => Marks) => {
  const ids = new Set(rows.map(({ id }) => id));
  const sections = namesBySection([...ids]);
  const namesIn = (text: string): Named[] =>
    [...text.matchAll(sectionMark)].map(({ 0: mark, index }) =>
      namedBy(mark, text.slice(index + mark.length), sections.get(mark), ids.has(mark)),
    );
  return (text) => {
    const named = namesIn(text.replace(otherPages, ''));
    return {
      rows: new Set(named.flatMap((one) => one.row ?? [])),
      byPattern: new Set(named.flatMap((one) => one.pattern ?? [])),
      unknown: named.flatMap((one) => one.unknown ?? []),
    };
  };
};
