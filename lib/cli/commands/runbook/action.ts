import { readFileSync } from 'node:fs';
import { NotFound } from '../../../contract/errors.ts';
import { findings, isFindingCode } from '../../../core/model/findings/findings.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import { print } from '../../shell/print.ts';
import { runbookSections } from './view.ts';

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
