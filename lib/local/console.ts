import { styleText } from 'node:util';
import { SingleBar } from 'cli-progress';
import { drawTable } from './table.ts';

/** Where a command writes: results to `out`, progress and messages to `err`. */
export interface Streams {
  /** `columns` is the width of a terminal. */
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly colour: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** Names and tags are other people's words: control characters in them must not reach the terminal. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '\ufffd');

/** A table cell; with a style where a colour helps the eye. */
export type Cell = string | number | { readonly text: string; readonly style: Style };

export interface Console {
  readonly line: (text?: string) => void;
  readonly table: (head: readonly string[], rows: readonly (readonly Cell[])[]) => void;
  readonly json: (value: unknown) => void;
  readonly note: (text: string) => void;
  readonly progress: (label: string, done: number, total: number) => void;
  readonly style: (style: Style, text: string) => string;
}

/** Progress as a bar on a terminal, as one line a part elsewhere. */
const createProgress = (err: Streams['err']) => {
  let bar: SingleBar | undefined;
  return (label: string, done: number, total: number) => {
    if (total === 0) return;
    if (!err.isTTY) {
      if (done === total) err.write(`${label}: ${total} of ${total}\n`);
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

/** Rows that a person reads on a terminal. A file or a pipe gets all, because what reads it can count. */
const longestOnTerminal = 200;

/** The console of one command; with `--json` only `json` writes to standard output. */
export const createConsole = ({ out, err, colour }: Streams, json: boolean): Console => {
  const style = (kind: Style, text: string) => (colour ? styleText(kind, text, { validateStream: false }) : text);
  const human = json ? err : out;
  const render = (cell: Cell) => {
    if (typeof cell === 'number') return cell;
    return typeof cell === 'string' ? printable(cell) : style(cell.style, printable(cell.text));
  };
  return {
    style,
    line: (text = '') => void human.write(`${text}\n`),
    json: (value) => void out.write(`${JSON.stringify(value, null, 2)}\n`),
    note: (text) => void err.write(`${text}\n`),
    progress: createProgress(err),
    table: (head, rows) => {
      const shown = human.isTTY ? rows.slice(0, longestOnTerminal) : rows;
      const texts = shown.map((row) => row.map((cell) => (typeof cell === 'object' ? cell.text : String(cell))));
      const drawn = { head: head.map((name) => style('bold', name)), rows: shown.map((row) => row.map(render)) };
      human.write(`${drawTable({ ...drawn, plain: [head, ...texts] }, json ? undefined : out.columns)}\n`);
      if (rows.length > shown.length) {
        const more = rows.length - shown.length;
        human.write(`… and ${more} more rows; write the output to a file or a pipe to see all\n`);
      }
    },
  };
};
