import { PassThrough } from 'node:stream';
import type { Command, Option } from 'commander';
import { programOf } from '../../lib/cli/program.ts';
import { groupBy } from '../../lib/core/model/grouping.ts';

/** The commands of the program as its help has them. */

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

/** The command with its arguments, and the options that it requires. */
export const usageOf = (command: Command): string =>
  [
    nameOf(command),
    ...command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags.split(', ').at(-1)),
    ...command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    }),
  ].join(' ');

export const shownOptions = (command: Command): readonly Option[] => command.options.filter(({ hidden }) => !hidden);

export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')}`;
