import { styleText } from 'node:util';
import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import { visible, visibleJson } from '../core/visible.ts';

/** No lines between rows: tables here are long. */
const compact = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** Where a command writes: results to `out`, progress and messages to `err`. */
export interface Streams {
  /** `columns` is the width of a terminal. */
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly colour: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** A line or a table cell; with a style where a colour helps the eye. */
export type Cell = string | number | { readonly text: string; readonly style: Style };

/**
 * Everything that a command prints. Names, tags, messages and tokens of others are shown so that no character of theirs
 * moves the cursor, colours, hides or turns round what stands beside it: `visible`. The styles are the only exception.
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

/** Prints text of several lines, whose ends alone are left as they are. Nothing else writes to a stream but this file. */
export const print = (stream: NodeJS.WritableStream, text: string): void => {
  const parts = text.split(/(\r?\n)/);
  stream.write(parts.map((part, at) => (at % 2 === 1 ? part : visible(part))).join(''));
};

/** Progress as a bar on a terminal, as one line a part elsewhere. */
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

/** Rows beyond this are read by programs, not by people. */
const longestTable = 200;

const narrowestLastColumn = 24;

/**
 * Column widths that let a table fit the terminal: the last column, which holds the sentences, wraps. Empty where
 * nothing has to give.
 */
const widthsWithin = (rows: readonly (readonly string[])[], columns: number | undefined): number[] => {
  const count = rows[0]?.length ?? 0;
  const natural = Array.from({ length: count }, (_, n) => Math.max(...rows.map((row) => (row[n] ?? '').length)) + 2);
  const borders = count + 1;
  const others = natural.slice(0, -1).reduce((sum, width) => sum + width, 0);
  if (columns === undefined || others + (natural.at(-1) ?? 0) + borders <= columns) return [];
  return [...natural.slice(0, -1), Math.max(narrowestLastColumn, columns - others - borders)];
};

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
      const listed = rows.slice(0, longestTable);
      const texts = listed.map((row) =>
        row.map((cell) => visible(typeof cell === 'object' ? cell.text : String(cell))),
      );
      const table = new Table({
        head: head.map((name) => styled('bold', name)),
        style: { head: [], border: [] },
        chars: compact,
        colWidths: widthsWithin([head, ...texts], json ? undefined : out.columns),
        wordWrap: true,
      });
      table.push(...listed.map((row) => row.map(shown)));
      human.write(`${table.toString()}\n`);
      if (rows.length > listed.length) {
        human.write(`… and ${rows.length - listed.length} rows more; --json prints everything\n`);
      }
    },
  };
};
