import { PassThrough } from 'node:stream';
import type { Argument, Command, Option } from 'commander';
import { aboutOf, exitsOf } from '../lib/cli/command-help.ts';
import { programOf } from '../lib/cli/program.ts';
import { groupBy } from '../lib/core/model/grouping.ts';

/** The commands of the program as its help has them, for pages about them, and the page of `man`. */

/** The program; nothing runs it, so it needs no streams and no environment. */
export const outlined = (): Command => {
  const out = new PassThrough();
  return programOf(
    { out, err: out, input: new PassThrough(), environment: {}, colour: false } as never as Parameters<
      typeof programOf
    >[0],
    () => undefined,
  );
};

/** Commands without subcommands, in the order of the help. */
const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

/** The groups of the help, each with its commands. */
export const groupedCommands = (program: Command): readonly (readonly [string, readonly Command[]])[] => {
  const tops = program.commands.filter((command) => command.name() !== 'help');
  const groups = groupBy(tops, (command) => command.helpGroup().replace(/:$/, ''));
  return [...groups].map(([group, commands]) => [group, commands.flatMap(leavesOf)]);
};

export const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

export const usageOf = (command: Command): string =>
  [
    nameOf(command),
    ...command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    }),
  ].join(' ');

export const shownOptions = (command: Command): readonly Option[] => command.options.filter(({ hidden }) => !hidden);

export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')}`;

/** Text of a page of `man`: a line that begins with a dot or a quote would be a request. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');

const described = ({ description, argChoices = [] }: Option | Argument): string => {
  const choices = argChoices.join(', ');
  return description.includes(choices) ? sentence(description) : `${sentence(description)} (${choices})`;
};

const paragraph = (term: string, of: Option | Argument): string[] => ['.TP', `.B ${roff(term)}`, roff(described(of))];

const section = (command: Command): string[] => [
  `.SS "${roff(usageOf(command))}"`,
  roff([sentence(command.description()), aboutOf(command)].filter(Boolean).join(' ')),
  '.PP',
  roff(`Exit status: ${exitsOf(command)}.`),
  ...command.registeredArguments.flatMap((argument) => paragraph(argument.name(), argument)),
  ...shownOptions(command).flatMap((option) => paragraph(option.flags, option)),
];

/** `headroom.1`: every command with its arguments, options and exit statuses, as the help prints them. */
export const manualPage = (version: string): string => {
  const program = outlined();
  return [
    `.TH HEADROOM 1 "" "headroom ${roff(version)}" "User Commands"`,
    '.SH NAME',
    `headroom \\- ${roff(program.description().replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B headroom',
    'COMMAND [ARGUMENTS] [OPTIONS]',
    '.SH OPTIONS',
    ...shownOptions(program).flatMap((option) => paragraph(option.flags, option)),
    ...groupedCommands(program).flatMap(([group, commands]) => [
      `.SH "${roff(group.toUpperCase())}"`,
      ...commands.flatMap(section),
    ]),
    '.SH EXIT STATUS',
    'Every command ends with 1 for an error, which is one line on standard error, and with 2 for wrong usage.',
    '',
  ].join('\n');
};
