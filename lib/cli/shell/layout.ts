/** Cells of a table as plain text, the head first. */
export type PlainRows = readonly (readonly string[])[];

/** Spaces between two columns. */
export const gap = 2;

/** A column of sentences is not made narrower than this as long as another layout fits. */
const narrowestSentences = 28;

/** How a table fits its terminal. */
type Layout =
  /** In columns of these widths. */
  | { readonly kind: 'columns'; readonly widths: readonly number[] }
  /** The same without the last column, whose sentences stand below their rows. */
  | { readonly kind: 'notes'; readonly widths: readonly number[] }
  /** The first column on a line of its own, and the others below it in columns of these widths. */
  | { readonly kind: 'titles'; readonly widths: readonly number[] }
  /** Each row as a list of its cells. */
  | { readonly kind: 'stacked' };

/** Spaces before what stands below a line. */
export const indentation = 4;

const longest = (texts: readonly string[]): number => texts.reduce((most, text) => Math.max(most, text.length), 0);

const longestWord = (texts: readonly string[]): number => longest(texts.flatMap((text) => text.split(/\s+/)));

interface Column {
  /** Width without wrapping. */
  readonly natural: number;
  /** Width that breaks no word. */
  readonly least: number;
  /** Width that wraps nothing but the head. */
  readonly unwrapped: number;
}

const columnsOf = ([head = [], ...rows]: PlainRows): Column[] =>
  head.map((name, at) => {
    const cells = rows.map((row) => row[at] ?? '');
    const least = longestWord([name, ...cells]);
    return { natural: longest([name, ...cells]), least, unwrapped: Math.max(least, longest(cells)) };
  });

const gaps = (columns: readonly unknown[]): number => gap * Math.max(0, columns.length - 1);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Narrows the widest columns first, and no column below its longest word; undefined if even these are too wide. */
const narrowed = (columns: readonly Pick<Column, 'natural' | 'least'>[], room: number): number[] | undefined => {
  const widthsAt = (level: number) => columns.map(({ natural, least }) => Math.max(least, Math.min(natural, level)));
  if (sum(widthsAt(0)) > room) return undefined;
  let level = columns.reduce((most, { natural }) => Math.max(most, natural), 0);
  while (sum(widthsAt(level)) > room) level -= 1;
  return widthsAt(level);
};

/** Chooses a layout that fits the width of a terminal and breaks no word, as far as each word fits by itself. */
export const layoutOf = (rows: PlainRows, columns: number): Layout => {
  const all = columnsOf(rows);
  const widths = narrowed(all, columns - gaps(all));
  const isOfSentences = (all.at(-1)?.natural ?? 0) > narrowestSentences;
  if (widths !== undefined && (!isOfSentences || (widths.at(-1) ?? 0) >= narrowestSentences)) {
    return { kind: 'columns', widths };
  }
  const numbers = all.slice(1).map(({ natural, unwrapped }) => ({ natural, least: unwrapped }));
  const below = isOfSentences ? undefined : narrowed(numbers, columns - indentation - gaps(numbers));
  if (below !== undefined && below.length > 1) return { kind: 'titles', widths: below };
  const others = all.slice(0, -1);
  const noteWidths = others.length === 0 ? undefined : narrowed(others, columns - gaps(others));
  if (noteWidths !== undefined) return { kind: 'notes', widths: noteWidths };
  return widths === undefined ? { kind: 'stacked' } : { kind: 'columns', widths };
};

/** Lines of at most `width` characters with the indentation of the text; only a longer word exceeds the width. */
export const wrapped = (text: string, width: number): string[] => {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  for (const word of text.slice(indent.length).split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
};
