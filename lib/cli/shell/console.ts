import { styleText } from 'node:util';
import { SingleBar } from 'cli-progress';
import { amounts, grouped, visible, visibleJson } from '../../core/model/visible-text.ts';
import { type Arrangement, arranged, assertWhole, sortedColumn } from './arrange.ts';
import { type Cell, type Column, cellText, type Reader, type Rows, textTable } from './columns.ts';
import { wrapped } from './layout.ts';
import { formatOf, type OutputFlags, type OutputFormat } from './output.ts';
import { csvText, markdownTable } from './plain-tables.ts';
import { print } from './print.ts';
import { drawTable } from './table.ts';

/** Output of a command: results go to `out`, progress and messages to `err`. */
export interface Streams {
  /** `columns` is the width of a terminal. */
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly colour: boolean;
  /** Removes secrets from errors, notes and JSON documents; absent: there are none. */
  readonly hide?: (text: string) => string;
  /** Hears that a JSON document begins. */
  readonly onDocument?: () => void;
}

/** What the user asks of the output. */
export interface ConsoleOptions extends Arrangement {
  /** Default: table. */
  readonly format?: OutputFormat;
  /** No progress and no notes. */
  readonly quiet?: boolean;
  /** One row for each service; default: where output is not a terminal. */
  readonly details?: boolean;
}

/**
 * All output of a command. `visible` escapes every character of a name, tag or message that could move the cursor, or
 * colour, hide or reverse the text beside it. Styles are the only control sequences.
 */
export interface Console {
  /** One line on standard output; with `-o json` and `-o csv` on standard error. */
  readonly line: (text?: Cell) => void;
  readonly table: (head: readonly string[], rows: Rows) => void;
  /**
   * Says that `records` will show a table with these columns.
   * @param isListed whether the JSON document has its rows by `listed`
   * @throws UsageError if it has no column to sort by, or for a whole JSON document, before anything is read
   */
  readonly expectRecords: (head: readonly string[], isListed?: boolean) => void;
  /** The list of a JSON document, in the user's order and number of rows; for other formats all of it, which `records` cuts. */
  readonly listed: <Row>(
    columns: readonly Column<Row>[],
    rows: readonly Row[],
  ) => { readonly rows: readonly Row[]; readonly leftOut: number };
  /**
   * The table that the command is for: in the user's order and number of rows, and with `-o csv` the only one on standard
   * output. Without rows only `-o csv` prints its head.
   * @throws UsageError if the table has no column to sort by
   */
  readonly records: (head: readonly string[], rows: Rows) => void;
  /**
   * A JSON document of Headroom, with the version of its format: an object, because a list has no place for a version.
   * @param indent 0: in one line, for a command that prints several
   */
  readonly json: <D extends object>(document: D extends readonly unknown[] ? never : D, indent?: number) => void;
  /** What a command found: as a JSON document with `-o json`, else as `show` writes it. */
  readonly answer: <D extends object>(document: D extends readonly unknown[] ? never : D, show: () => void) => void;
  /** JSON whose form another document defines: a schema, or records of the platform. */
  readonly foreignJson: (value: unknown) => void;
  /** One line on standard error, also with `--quiet`: what is wrong. */
  readonly problem: (text: string) => void;
  /** One line on standard error. */
  readonly note: (text: string) => void;
  /** Makes a terminal empty, for what is drawn again and again. */
  readonly clear: () => void;
  readonly progress: (label: string, done: number, total: number) => void;
  /** Who reads `records`: a program, a person who wants details, or a person at a terminal. */
  readonly reader: Reader;
  /** A sentence with separators in its amounts on a terminal; what a program may read stays as it is. */
  readonly amounts: (text: string) => string;
}

/** Version of the JSON documents: members are only added while it stays the same (interface.md §2). */
export const jsonFormat = 1;

/** Progress: a bar on a terminal, elsewhere one line per part. `leave` ends the line of a bar; the next progress is a new one. */
const createProgress = (err: Streams['err']) => {
  let bar: SingleBar | undefined;
  const leave = () => {
    bar?.stop();
    bar = undefined;
  };
  const progress = (label: string, done: number, total: number) => {
    if (total === 0) return;
    if (!err.isTTY) {
      if (done === total) print(err, `${label}: ${total} of ${total}\n`);
      return;
    }
    if (bar === undefined) {
      bar = new SingleBar({ format: `${label} {bar} {value}/{total}`, stream: err, hideCursor: true, barsize: 30 });
      bar.start(total, done);
    }
    bar.update(done);
    if (done === total) leave();
  };
  return { progress, leave };
};

/** Maximum rows on a terminal. A file or a pipe receives all rows. */
const maxRowsOnTerminal = 200;

const plainText = (cell: Cell): string => visible(cellText(cell));

/** A cell with separators, if it is money or in a column of GB: digits of a name mean something else. */
const separated = (name: string, cell: Cell): Cell => {
  const text = cellText(cell);
  const isAmount = /GB$/.test(name) || /^[+-]?\d+\.\d\d(?: [A-Z]{3})?$/.test(text);
  if (!isAmount) return cell;
  return typeof cell === 'object' ? { ...cell, text: grouped(text) } : grouped(text);
};

/** The console of one command. With `-o json` only JSON, with `-o csv` only `records` is written to standard output. */
export const createConsole = (
  { out, err, colour, hide = (text) => text, onDocument }: Streams,
  options: ConsoleOptions = {},
): Console => {
  const { format = 'table', quiet = false, details } = options;
  const human = format === 'table' || format === 'markdown' ? out : err;
  const isTerminal = human.isTTY === true;
  const columns = isTerminal && human === out ? out.columns || undefined : undefined;
  const styled = (style: Exclude<Cell, string | number>['style'], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const shown = (cell: Cell): string =>
    typeof cell === 'object' ? styled(cell.style, visible(cell.text)) : visible(String(cell));
  const line = (text: Cell = '') => {
    const lines = columns === undefined ? [plainText(text)] : wrapped(plainText(text), columns);
    for (const written of lines) human.write(`${typeof text === 'object' ? styled(text.style, written) : written}\n`);
    // A paragraph ends with an empty line.
    if (format === 'markdown' && plainText(text) !== '') human.write('\n');
  };
  const drawn = (head: readonly string[], rows: Rows) => {
    const listed = isTerminal
      ? rows.slice(0, maxRowsOnTerminal).map((row) => row.map((cell, at) => separated(head[at] ?? '', cell)))
      : rows;
    const table = { head: head.map((name) => styled('bold', name)), rows: listed.map((row) => row.map(shown)) };
    human.write(`${drawTable({ ...table, plain: [head, ...listed.map((row) => row.map(plainText))] }, columns)}\n`);
    const more = rows.length - listed.length;
    if (more > 0) line(`… and ${more} more rows; redirect the output to a file or a pipe to see them all`);
  };
  const table = (head: readonly string[], rows: Rows) =>
    format === 'markdown'
      ? void human.write(
          `${markdownTable(
            head,
            rows.map((row) => row.map(plainText)),
          )}\n\n`,
        )
      : drawn(head, rows);
  const { progress, leave } = createProgress(err);
  const problem = (text: string) => {
    leave();
    const shownText = visible(hide(text));
    const lines = err.isTTY && err.columns ? wrapped(shownText, err.columns) : [shownText];
    err.write(`${lines.join('\n')}\n`);
  };
  const written = (document: string) => {
    onDocument?.();
    out.write(`${document}\n`);
  };
  const json = (document: object, indent = 2) =>
    written(hide(visibleJson({ ...document, format: jsonFormat }, indent)));
  return {
    line,
    table,
    expectRecords: (head, isListed = false) => {
      if (format === 'json' && !isListed) assertWhole(options);
      if (options.sort !== undefined) sortedColumn(head, options.sort);
    },
    listed: (listColumns, all) => {
      if (format !== 'json') return { rows: all, leftOut: 0 };
      const { head, rows: texts } = textTable(listColumns, all);
      const withTexts = all.map((row, at) => ({ row, cells: texts[at] ?? [] }));
      const { rows, more } = arranged(head, withTexts, ({ cells }, column) => cells[column] ?? '', options);
      return { rows: rows.map(({ row }) => row), leftOut: more };
    },
    records: (head, all) => {
      const { rows, more } = arranged(head, all, (row, column) => plainText(row[column] ?? ''), options);
      if (format === 'csv') out.write(csvText([head, ...rows.map((row) => row.map(plainText))]));
      else if (rows.length > 0) table(head, rows);
      if (more > 0) line(`… and ${more} more; --limit shows them`);
    },
    json,
    answer: (document, show) => (format === 'json' ? json(document) : show()),
    foreignJson: (value) => written(visibleJson(value, 2)),
    clear: () => void (isTerminal && human.write('\u001b[H\u001b[J')),
    problem,
    note: quiet ? () => undefined : problem,
    progress: quiet ? () => undefined : progress,
    amounts: isTerminal ? amounts : (text) => text,
    reader: format === 'csv' || format === 'json' ? 'program' : (details ?? !isTerminal) ? 'details' : 'terminal',
  };
};

/** Flags that decide on the output of a command. */
interface ConsoleFlags extends OutputFlags, Arrangement {
  readonly details?: boolean;
}

/** @throws UsageError if the flags contradict each other */
export const consoleOf = (line: Streams & { readonly quiet?: boolean }, flags: ConsoleFlags): Console => {
  const { details, sort, limit } = flags;
  return createConsole(line, { format: formatOf(flags), quiet: line.quiet, details, sort, limit });
};
