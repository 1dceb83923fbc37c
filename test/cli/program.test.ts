import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { programOf, runProgram } from '../../lib/cli/program.ts';
import type { CommandLine } from '../../lib/cli/shell/command-line.ts';

const lineOf = (): { readonly line: CommandLine; readonly written: () => string } => {
  const [out, err] = [new PassThrough(), new PassThrough()];
  let written = '';
  for (const stream of [out, err]) stream.on('data', (chunk: Buffer) => (written += chunk));
  const line: CommandLine = {
    in: new PassThrough(),
    out,
    err,
    colour: false,
    environment: {},
    signal: new AbortController().signal,
    newRunId: () => 'run',
  };
  return { line, written: () => written };
};

const everyName = programOf(lineOf().line, () => undefined).commands.map((command) => command.name());
const withOthers = /^completion$/;

describe('a program', () => {
  it.each(everyName.filter((name) => !withOthers.test(name)))(
    'for a line that names %s has that command alone, which is the one of all commands',
    (name) => {
      const { commands } = programOf(lineOf().line, () => undefined, ['--quiet', '--requester', 'audit', name, 'plan']);
      expect(commands.map((command) => command.name())).toEqual([name]);
      const one = programOf(lineOf().line, () => undefined).commands.find((command) => command.name() === name);
      expect(commands[0]?.helpInformation()).toBe(one?.helpInformation());
    },
  );

  it('shows every command of the help in a group, with a group for each purpose', () => {
    const program = programOf(lineOf().line, () => undefined);
    const headings = program.commands.map((command) => command.helpGroup());
    expect(
      program.commands.filter((command) => command.helpGroup() === 'More:').map((command) => command.name()),
    ).toEqual([]);
    expect([...new Set(headings)]).toHaveLength(6);
    const help = program.helpInformation();
    for (const heading of headings) expect(help.split(`\n${heading}\n`)).toHaveLength(2);
    expect(help).toMatch(
      /^Change the platform:\n {2}apply .*\n[\s\S]*^ {2}mode .*\n[\s\S]*^See what happened:\n {2}status/m,
    );
    expect(help).toMatch(/^More:\n {2}help /m);
  });

  it.each([
    [[]],
    [['--help', 'plan']],
    [['aply']],
    [['help', 'plan']],
    [['toString']],
    [['--requester=x']],
    [['completion']],
  ])('for the line %j has every command', (argv) => {
    const { commands } = programOf(lineOf().line, () => undefined, argv);
    expect(commands.map((command) => command.name())).toEqual(everyName);
  });

  it('has an example in every help, and its exit statuses at the end of that of every command', () => {
    const every = (command: Command): Command[] => [command, ...command.commands.flatMap(every)];
    const without = every(programOf(lineOf().line, () => undefined)).filter((command) => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      const hasCommands = command.commands.length > 0;
      const end = hasCommands
        ? /\nExample:\n {2}headroom [^\n]+\n\n?$/
        : /\nExample:\n {2}headroom [^\n]+\n\n[\s\S]*Exit status: 0[\s\S]*\.\n?$/;
      return !end.test(help);
    });
    expect(without.map((command) => command.name())).toEqual([]);
  });

  it.each([
    [['plan', '--polcy', 'x']],
    [['plan', '--policy']],
    [['plan', '--limit', '-1']],
    [['plan', 'x\ny']],
    [['explain']],
  ])('reports the wrong usage of the line %j in one line', async (argv) => {
    const { line, written } = lineOf();
    const status = await runProgram(argv, line);
    await new Promise(setImmediate);
    expect([status, written()]).toEqual([2, expect.stringMatching(/^error: [^\n]+ \(see --help\)\n$/)]);
  });

  it('suggests the command that was meant, behind a requester that is called like another', async () => {
    const { line, written } = lineOf();
    const status = await runProgram(['--requester', 'plan', 'aply'], line);
    await new Promise(setImmediate);
    expect([status, written()]).toEqual([2, "error: unknown command 'aply' (Did you mean apply?) (see --help)\n"]);
  });
});
