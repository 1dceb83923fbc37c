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

/** Flags of commands that can plan for some projects only. */
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

/** Context of a command that plans. */
export interface CommandContext<F extends PolicyFlags> {
  readonly line: CommandLine;
  readonly flags: F;
  readonly console: Console;
  /** Runs the action with an open connection and closes it afterwards (`inSession`). */
  readonly open: <T>(kind: 'looks' | 'writes', action: (session: Session) => Promise<T>) => Promise<T>;
}

/** A command with its description, arguments and options, and an example for its help. */
export interface SessionCommand {
  readonly command: Command;
  readonly example: string;
  readonly line: CommandLine;
  readonly end: End;
}

/**
 * Registers a command that plans: adds the connection options and the example, and exits with the status of `run`. `run`
 * receives the context and the command's arguments, and rejects invalid flags before it opens the connection.
 */
export const sessionCommand = <F extends PolicyFlags, A extends string[] = []>(
  { command, example: text, line, end }: SessionCommand,
  run: (context: CommandContext<F>, ...args: A) => Promise<ExitStatus>,
): void => {
  example(connectionOptions(command), text).action(async () => {
    const flags = command.opts<F>();
    const console = consoleOf(line, flags);
    const open: CommandContext<F>['open'] = (kind, action) => inSession(line, flags, console, kind, action);
    end(await run({ line, flags, console, open }, ...(command.args as A)));
  });
};
