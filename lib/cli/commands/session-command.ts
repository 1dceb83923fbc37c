import type { Command } from 'commander';
import { inSession, type Session } from '../session/session.ts';
import {
  type CommandLine,
  type ConnectionFlags,
  connectionOptions,
  consoleOf,
  type End,
  type ExitStatus,
  example,
} from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';

/** Flags of every command that plans. */
export interface PolicyFlags extends ConnectionFlags {
  readonly policy?: string;
}

/** Flags of commands that plan for some projects only, where that is asked for. */
export interface ScopeFlags extends PolicyFlags {
  readonly project?: string[];
}

export const policyOption = (command: Command): Command =>
  command.option('--policy <file>', 'policy document; default: the one in the store');

export const scopeOptions = (command: Command): Command =>
  policyOption(command).option(
    '--project <name...>',
    "only these projects, by name or glob such as 'shop-*'; '!NAME' excludes",
  );

/** What a command that plans works with. */
export interface SessionGiven<F extends PolicyFlags> {
  readonly line: CommandLine;
  readonly flags: F;
  readonly console: Console;
  /** Opens the connection and closes it when the action has ended, as `inSession` does. */
  readonly open: <T>(kind: 'looks' | 'writes', action: (session: Session) => Promise<T>) => Promise<T>;
}

/** A command with its own description, arguments and options, and an example for its help. */
export interface SessionCommand {
  readonly command: Command;
  readonly example: string;
  readonly line: CommandLine;
  readonly end: End;
}

/**
 * Registers a command that plans: adds the options of the connection and the example, and ends with the status that `run`
 * gives. `run` gets the command's arguments after what it works with; what is wrong with the flags it says before it opens.
 */
export const sessionCommand = <F extends PolicyFlags, A extends string[] = []>(
  { command, example: text, line, end }: SessionCommand,
  run: (given: SessionGiven<F>, ...args: A) => Promise<ExitStatus>,
): void => {
  example(connectionOptions(command), text).action(async () => {
    const flags = command.opts<F>();
    const console = consoleOf(line, flags.json);
    const open: SessionGiven<F>['open'] = (kind, action) => inSession(line, flags, console, kind, action);
    end(await run({ line, flags, console, open }, ...(command.args as A)));
  });
};
