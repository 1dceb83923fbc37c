import { styleText } from 'node:util';
import { SingleBar } from 'cli-progress';
import { visible, visibleJson } from '../../core/model/visible-text.ts';
import { print } from './print.ts';
import { drawTable } from './table.ts';

/** Output of a command: results go to `out`, progress and messages to `err`. */
export interface Streams {
  /** `columns` is the width of a terminal. */
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly colour: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** A line or a table cell, with an optional style. */
export type Cell = string | number | { readonly text: string; readonly style: Style };

/**
 * All output of a command. `visible` escapes every character of a name, tag or message that could move the cursor, or
 * colour, hide or reverse the text beside it. Styles are the only control sequences.
 */
export interface Console {
  /** One line on standard output; with `--json` on standard error. */
  readonly line: (text?: Cell) => void;
  readonly table: (head: readonly string[], rows: readonly (readonly Cell[])[]) => void;
  readonly json: (value: unknown) => void;
  /** One line on standard error. */
  readonly note: (text: string) => void;
  readonly progress: (label: string, done: number, total: number) => void;
}

/** Progress: a bar on a terminal, elsewhere one line per part. */
const createProgress = (err: Streams['err']) => {
  let bar: SingleBar | undefined;
  return (label: string, done: number, total: number) => {
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
    if (done < total) return;
    bar.stop();
    bar = undefined;
  };
};

/** Maximum rows on a terminal. A file or a pipe receives all rows. */
const maxRowsOnTerminal = 200;

/** The console of one command; with `--json` only `json` writes to standard output. */
export const createConsole = ({ out, err, colour }: Streams, json: boolean): Console => {
  const human = json ? err : out;
  const styled = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const shown = (cell: Cell): string =>
    typeof cell === 'object' ? styled(cell.style, visible(cell.text)) : visible(String(cell));
  return {
    line: (text = '') => void human.write(`${shown(text)}\n`),
    json: (value) => void out.write(`${visibleJson(value, 2)}\n`),
    note: (text) => void err.write(`${visible(text)}\n`),
    progress: createProgress(err),
    table: (head, rows) => {
      const listed = human.isTTY ? rows.slice(0, maxRowsOnTerminal) : rows;
      const texts = listed.map((row) =>
        row.map((cell) => visible(typeof cell === 'object' ? cell.text : String(cell))),
      );
      const drawn = { head: head.map((name) => styled('bold', name)), rows: listed.map((row) => row.map(shown)) };
      human.write(`${drawTable({ ...drawn, plain: [head, ...texts] }, json ? undefined : out.columns)}\n`);
      if (rows.length > listed.length) {
        const more = rows.length - listed.length;
        human.write(`… and ${more} more rows; redirect the output to a file or a pipe to see them all\n`);
      }
    },
  };
};

export const consoleOf = (line: Streams, json: boolean | undefined): Console => createConsole(line, json === true);
