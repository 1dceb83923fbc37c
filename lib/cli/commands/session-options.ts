import type { Command } from 'commander';
import { stackOption } from '../session/store-options.ts';
import { type CommandLine, connectionOptions, type End, example } from '../shell/command-line.ts';
import type { CommandContext, PolicyFlags, SessionAction } from './session-command.ts';

export const policyOption = (command: Command): Command =>
  command.option('--policy <file>', 'policy document; default: the one in the store');

export const scopeOptions = (command: Command): Command =>
  policyOption(command).option(
    '--project <name...>',
    "only these projects, by name or glob such as 'shop-*'; '!NAME' excludes",
  );

/** A command with its description, arguments and options, and an example for its help. */
interface SessionCommand {
  readonly command: Command;
  readonly example: string;
  readonly line: CommandLine;
  readonly end: End;
}

/**
 * Registers a command that plans: adds the connection options and the example, and exits with the status of its action,
 * which receives the context and the command's arguments.
 * @param load loads the action; help and completion work without it
 */
export const sessionCommand = <F extends PolicyFlags, A extends string[] = []>(
  { command, example: text, line, end }: SessionCommand,
  load: () => Promise<SessionAction<F, A>>,
): void => {
  example(stackOption(connectionOptions(command)), text).action(async () => {
    const flags = command.opts<F>();
    const [{ run }, { inSession }, { consoleOf }] = await Promise.all([
      load(),
      import('../session/session.ts'),
      import('../shell/console.ts'),
    ]);
    const console = consoleOf(line, flags);
    const open: CommandContext<F>['open'] = (kind, action) => inSession(line, flags, console, kind, action);
    end(await run({ line, flags, console, open }, ...(command.args as A)));
  });
};
