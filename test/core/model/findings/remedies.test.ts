import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { runbookSections } from '../../../../lib/cli/commands/runbook/action.ts';
import { programOf } from '../../../../lib/cli/program.ts';
import { remedyConfidence, remedyDays } from '../../../../lib/core/disk/remedy.ts';
import {
  acceptableCodes,
  type FindingCode,
  findingCodes,
  findings,
  type Severity,
  severities,
} from '../../../../lib/core/model/findings/findings.ts';
import { actionOf } from '../../../../lib/core/notices/actions.ts';

/** The command of a finding, about a service or the whole organization as its row says. */
const commandOf = (code: FindingCode): string => {
  const isOfService = findings[code].about === 'service';
  const place = isOfService ? { project: 'PROJECT', service: 'SERVICE' } : { project: '', service: '' };
  return actionOf({ code, ...place, subject: code === 'plan-needs-approval' ? '0123456789ab' : '', message: '' })
    .command;
};

/** What our own command line says against a command; undefined if it would run it. */
const refusal = async (command: string): Promise<string | undefined> => {
  const [name, ...argv] = command.split(' ');
  const stream = new PassThrough().resume();
  const streams = { in: new PassThrough(), out: stream, err: stream };
  const line = { ...streams, environment: {}, signal: new AbortController().signal, newRunId: () => '', colour: false };
  const program: Command = programOf(line, () => undefined, argv);
  const withoutAction = (one: Command): void => {
    if (one.commands.length === 0) one.action(() => undefined);
    one.commands.forEach(withoutAction);
  };
  withoutAction(program);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return name === 'headroom' ? undefined : 'it is no command of Headroom';
  } catch (error) {
    return String(error);
  }
};

/** Command lines that a sentence of a remedy contains. */
const namedIn = (remedy: string): string[] =>
  [...remedy.matchAll(/headroom [a-z]+/g)].map(([command]) =>
    command === 'headroom adopt' ? `${command} P/S` : command,
  );

describe('the command of each finding', () => {
  it.each(findingCodes)('%s is accepted by our own command line', async (code) => {
    for (const command of [commandOf(code), `headroom runbook ${code}`, ...namedIn(findings[code].remedy)])
      expect([command, await refusal(command)]).toEqual([command, undefined]);
  });

  it('that the command line does not have is refused', async () => {
    for (const command of ['headroom aply', 'headroom plan --jsn', 'headroom token stor', 'kubectl plan'])
      expect(await refusal(command)).toBeDefined();
  });
});

const isAcceptable = (code: FindingCode): boolean => acceptableCodes.some((acceptable) => acceptable === code);

/** The codes of a section that are so severe: the urgent ones in bold, those that no policy accepts with an asterisk. */
const codesOf = (section: string, severity: Severity): string =>
  findingCodes
    .filter((code) => findings[code].section === section && findings[code].severity === severity)
    .map((code) => `${findings[code].urgent ? `**\`${code}\`**` : `\`${code}\``}${isAcceptable(code) ? '' : '\\*'}`)
    .join(', ');

it('docs/findings.md has each finding beside its section of the runbook (npx vitest run FILE -u writes it anew)', async () => {
  const sections = runbookSections(readFileSync('docs/runbook.md', 'utf8'));
  const titleOf = (section: string) => sections.find(({ name }) => name === section)?.text.match(/^#+ (.+)$/m)?.[1];
  const rows = [...new Set(findingCodes.map((code) => findings[code].section))].map((section) => {
    const cells = severities.map((severity) => codesOf(section, severity));
    return `| [${titleOf(section)}](runbook.md#${section}) | ${cells.join(' | ')} |`;
  });
  const page = [
    '# Findings',
    '',
    'Every finding, with the section of the runbook that `headroom runbook CODE` prints. Each message names the one thing to do and its command.',
    'Bold ones are [urgent](notices.md). Those with an asterisk cannot be accepted (`accept` in the policy), because they stop or narrow runs, or are',
    `facts for programs. A grant or added storage that a message proposes lasts ${remedyDays} days at ${remedyConfidence} % confidence, as far as plan and limits allow.`,
    '',
    `| section | ${severities.join(' | ')} |`,
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot('../../../../docs/findings.md');
});
