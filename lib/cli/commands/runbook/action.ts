import { readFileSync } from 'node:fs';
import type { CommandLine } from '../../shell/command-line.ts';
import { print } from '../../shell/print.ts';
import { runbookSections } from './view.ts';

const runbook = new URL('../../../../docs/runbook.md', import.meta.url);

/** A name without its spelling: alarms, findings and events write theirs in different ways. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Prints a section of the runbook that the package contains, without a network; without a name, all names.
 * @throws Error if there is no such section
 */
export const run = (line: CommandLine, name: string | undefined): void => {
  const [, ...sections] = runbookSections(readFileSync(runbook, 'utf8'));
  const found = sections.find((section) => plain(section.name) === plain(name ?? ''));
  if (name !== undefined && found === undefined)
    throw new Error(`the runbook has no section ${name}; 'headroom runbook' lists them`);
  print(line.out, `${found?.text ?? sections.map((section) => section.name).join('\n')}\n`);
};
