import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../../lib/cli/program.ts';
import { remedyConfidence, remedyDays } from '../../../../lib/core/disk/remedy.ts';
import { type FindingCode, findingCodes, findings } from '../../../../lib/core/model/findings/findings.ts';
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

it('docs/findings.md has the row of each finding (npx vitest run FILE -u writes it anew)', async () => {
  const rows = findingCodes.map((code) => {
    const { severity, section, remedy, urgent } = findings[code];
    return `| \`${code}\` | ${severity}${urgent ? ', urgent' : ''} | [${remedy}](runbook.md#${section}) | \`${commandOf(code)}\` |`;
  });
  const page = [
    '# Findings',
    '',
    'What each finding asks of a person, and the command that does it or shows what to do. The finding of a disk itself has the command that helps',
    `it, by what limits it: a grant, added storage, a maintenance, or the end of a stop, a freeze or a wait. Where its growth is known, and the`,
    `plan and the limits allow it, a grant or added storage lasts ${remedyDays} days at ${remedyConfidence} % confidence. \`headroom runbook CODE\` prints the section of a finding.`,
    '',
    '| code | severity | what to do | command |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  await expect(page).toMatchFileSnapshot('../../../../docs/findings.md');
});
