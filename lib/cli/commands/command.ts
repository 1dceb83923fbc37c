import type { Session } from '../session/session.ts';
import { type CommandLine, type End, type ExitStatus, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import {
  connectionOptions,
  type FlagsOf,
  type NewCommand,
  type PolicyFlags,
  type PolicyFlagsOf,
} from '../shell/options.ts';

/** An entry of the table of commands: makes a command of one that has only a name. */
export type CommandEntry = (command: NewCommand, line: CommandLine, end: End) => void;

/** Adds arguments, options and help to a command. */
type Options = (command: NewCommand) => {
  readonly processedArgs: unknown[];
  readonly opts: () => Record<string, unknown>;
  readonly action: (act: (...given: unknown[]) => Promise<void>) => unknown;
};

/** The arguments of a command. */
type ArgsOf<F extends Options> = ReturnType<F>['processedArgs'];

/** What a command does with its arguments and its flags. @returns its exit status; without one it succeeded */
type Action<F extends Options> = (line: CommandLine, ...given: [...ArgsOf<F>, FlagsOf<F>]) => unknown;

/** A command. `load` loads what it does when it runs; help and completion work without it. */
export const command =
  <F extends Options>(options: F, load: () => Promise<Action<F>>): CommandEntry =>
  (own, line, end) => {
    options(own).action(async (...given: unknown[]) => {
      const act = await load();
      // The parser gives the command itself last.
      const status = await act(line, ...(given.slice(0, -1) as [...ArgsOf<F>, FlagsOf<F>]));
      end(typeof status === 'number' ? status : exitStatus.ok);
    });
  };

/** A command that has only subcommands, by name. */
export const group =
  (description: string, subcommands: Readonly<Record<string, CommandEntry>>): CommandEntry =>
  (own, line, end) => {
    own.description(description);
    for (const [name, add] of Object.entries(subcommands)) add(own.command(name) as unknown as NewCommand, line, end);
  };

/** Context of a command that plans. */
export interface CommandContext<F extends PolicyFlags> {
  readonly line: CommandLine;
  readonly flags: F;
  readonly console: Console;
  /** Runs the action with an open connection and closes it afterwards (`inSession`). */
  readonly open: <T>(kind: 'looks' | 'writes', action: (session: Session) => Promise<T>) => Promise<T>;
}

/** A command that plans, to which this adds a connection. `load` loads what it does; that rejects invalid flags before it connects. */
export const planningCommand = <F extends Options>(
  options: F,
  load: () => Promise<(context: CommandContext<PolicyFlagsOf<F>>, ...given: ArgsOf<F>) => Promise<ExitStatus>>,
): CommandEntry => {
  const planning: Options = (own) => connectionOptions(options(own) as unknown as NewCommand);
  return command(planning, async () => {
    const [act, { inSession }, { consoleOf }] = await Promise.all([
      load(),
      import('../session/session.ts'),
      import('../shell/console.ts'),
    ]);
    return (line: CommandLine, ...given: unknown[]) => {
      const flags = given.at(-1) as PolicyFlagsOf<F>;
      const console = consoleOf(line, flags);
      const open: CommandContext<PolicyFlagsOf<F>>['open'] = (kind, action) =>
        inSession(line, flags, console, kind, action);
      return act({ line, flags, console, open }, ...(given.slice(0, -1) as ArgsOf<F>));
    };
  });
};
