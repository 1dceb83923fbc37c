import { readFileSync } from 'node:fs';
import { NotFound } from '../../../contract/errors.ts';
import { findings, isFindingCode } from '../../../core/model/findings/findings.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import { print } from '../../shell/print.ts';

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

const runbook = new URL('../../../../docs/runbook.md', import.meta.url);

/** A name without its spelling: alarms, findings and events write theirs in different ways. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Prints a section of the runbook that the package contains, without a network: of an alarm, of any finding, or by its own name.
 * Without a name, all names.
 * @throws Error if there is no such section
 */
export const run = (line: CommandLine, name: string | undefined): void => {
  const [, ...sections] = runbookSections(readFileSync(runbook, 'utf8'));
  const wanted = plain(name !== undefined && isFindingCode(name) ? findings[name].section : (name ?? ''));
  const found = sections.find((section) => plain(section.name) === wanted);
  if (name !== undefined && found === undefined)
    throw new NotFound(`the runbook has no section ${name}; 'headroom runbook' lists them`);
  print(line.out, `${found?.text ?? sections.map((section) => section.name).join('\n')}\n`);
};
