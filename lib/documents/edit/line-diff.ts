/** A line of a difference: in both texts, or in one. */
interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Length of the longest common subsequence of all ends of two texts, by the first lines of the ends. */
const commonLengths = (before: readonly string[], after: readonly string[]) => {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return at;
};

/** Where a text has no line end after its last line, that line says so, and differs from one with a line end. */
const withoutEnd = '\n\\ No newline at end of file';

const split = (text: string): string[] => {
  if (text === '') return [];
  return text.endsWith('\n') ? text.slice(0, -1).split('\n') : `${text}${withoutEnd}`.split(/\n(?!\\ No)/);
};

/** The lines that differ in one order, by a longest common subsequence: edits concern some hundred lines. */
const changedLines = (before: readonly string[], after: readonly string[]): Line[] => {
  const common = commonLengths(before, after);
  const lines: Line[] = [];
  for (let row = 0, column = 0; row < before.length || column < after.length; ) {
    const [old, fresh] = [before[row], after[column]];
    const isSame = old !== undefined && old === fresh;
    const isOld =
      isSame || fresh === undefined || (old !== undefined && common(row + 1, column) >= common(row, column + 1));
    lines.push({ mark: isSame ? ' ' : isOld ? '-' : '+', text: (isOld ? old : fresh) ?? '' });
    row += Number(isOld);
    column += Number(isSame || !isOld);
  }
  return lines;
};

/** Number of equal lines at the beginning of two texts. */
const commonStart = (before: readonly string[], after: readonly string[]): number => {
  const differs = before.findIndex((line, place) => line !== after[place]);
  return differs === -1 ? before.length : differs;
};

const unchanged = (lines: readonly string[]): Line[] => lines.map((text) => ({ mark: ' ', text }));

/** The lines of both texts in one order. Equal lines at both ends are not compared one by one. */
const linesOf = (before: readonly string[], after: readonly string[]): Line[] => {
  const head = commonStart(before, after);
  const [old, fresh] = [before.slice(head), after.slice(head)];
  const tail = commonStart(old.toReversed(), fresh.toReversed());
  return [
    ...unchanged(before.slice(0, head)),
    ...changedLines(old.slice(0, old.length - tail), fresh.slice(0, fresh.length - tail)),
    ...unchanged(old.slice(old.length - tail)),
  ];
};

/** Unchanged lines around each change. */
const context = 3;

const counted = (lines: readonly Line[], mark: '-' | '+') =>
  lines.filter((line) => line.mark === ' ' || line.mark === mark).length;

/** Places of the changed lines, joined where their contexts meet: [first, end) of each hunk. */
const spansOf = (lines: readonly Line[]): [number, number][] => {
  const spans: [number, number][] = [];
  for (const [place, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    const [from, to] = [Math.max(0, place - context), Math.min(lines.length, place + context + 1)];
    const last = spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else spans.push([from, to]);
  }
  return spans;
};

/**
 * The difference of two texts in unified form, as `git apply` and `patch` read it; empty for equal texts.
 */
export const unifiedDiff = (file: string, before: string, after: string): string => {
  const lines = linesOf(split(before), split(after));
  const hunks = spansOf(lines).map(([from, to]) => {
    const [ahead, part] = [lines.slice(0, from), lines.slice(from, to)];
    // A side without lines begins after the line before it.
    const range = (mark: '-' | '+') => {
      const count = counted(part, mark);
      return `${counted(ahead, mark) + Number(count > 0)},${count}`;
    };
    return [`@@ -${range('-')} +${range('+')} @@`, ...part.map(({ mark, text }) => `${mark}${text}`)].join('\n');
  });
  const path = file.replace(/^(?:\.?\/)+/, '');
  if (hunks.length === 0) return '';
  return `--- a/${path}\n+++ b/${path}\n${hunks.join('\n')}\n`;
};
