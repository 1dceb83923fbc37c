import type { ParentCommand } from '../../shell/options.ts';

/** A word of a shell script in single quotes, for bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A word that may come next, and what it means. */
export interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** A flag that takes a value, with the values to choose from; none: completed with file names. */
interface ValueFlag {
  readonly names: readonly string[];
  readonly choices: readonly string[];
}

/** What may follow a command. */
export interface CommandWords {
  /** The command as typed: `headroom token store`. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly flags: readonly Word[];
  readonly valueFlags: readonly ValueFlag[];
  /** Values of its arguments; none: completed with file names. */
  readonly choices: readonly string[];
}

const wordsOf = (command: ParentCommand, before: string): CommandWords[] => {
  const path = before === '' ? command.name() : `${before} ${command.name()}`;
  const help = command.createHelp();
  const options = help.visibleOptions(command);
  const inner = help.visibleCommands(command).filter((subcommand) => command.commands.includes(subcommand));
  const own = {
    path,
    commands: inner.map((subcommand) => ({ word: subcommand.name(), meaning: subcommand.description() })),
    flags: options.flatMap(({ long, description }) => (long ? [{ word: long, meaning: description }] : [])),
    valueFlags: options
      .filter(({ required }) => required)
      .map(({ long, short, argChoices = [] }) => ({
        names: [long, short].filter((name) => name != null),
        choices: argChoices,
      })),
    choices: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
  return [own, ...inner.flatMap((subcommand) => wordsOf(subcommand, path))];
};

/** The words of every command, from the same table that parses command lines and prints help. */
export const completionWords = (program: ParentCommand): CommandWords[] => wordsOf(program, '');
