/** A heading of a Markdown document with the text below it, up to the next heading of its level. */
interface RunbookSection {
  /** Anchor of the heading, as links and alarms name it. */
  readonly name: string;
  readonly text: string;
}

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** A line that begins with `#` inside a block of code is no heading. */
const headingsOf = (lines: readonly string[]) => {
  let isCode = false;
  return lines.flatMap((line, at) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    const [, marks, title] = isCode ? [] : (/^(#+) (.+)$/.exec(line) ?? []);
    return marks === undefined || title === undefined ? [] : [{ at, level: marks.length, title }];
  });
};

/** The sections of a document in its order; a section contains those below it. */
export const runbookSections = (document: string): RunbookSection[] => {
  const lines = document.split('\n');
  const headings = headingsOf(lines);
  return headings.map(({ at, level, title }, index) => {
    const next = headings.slice(index + 1).find((other) => other.level <= level);
    return { name: anchorOf(title), text: lines.slice(at, next?.at).join('\n').trimEnd() };
  });
};
