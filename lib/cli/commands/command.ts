import type { Session } from '../session/session.ts';
import { type CommandLine, type End, type ExitStatus, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { example, type FlagsOf, type Parent, type PolicyFlags } from '../shell/options.ts';

/** An entry of the table of commands: puts a command into the program, or a subcommand into its command. */
export type CommandEntry = (parent: Parent, line: CommandLine, end: End) => void;

type Values = Record<string, unknown>;

/** Builds a command: its name, arguments, options and help. */
type Options = (parent: Parent) => {
  readonly processedArgs: unknown[];
  readonly opts: () => Values;
  readonly action: (act: (...given: unknown[]) => Promise<void>) => unknown;
};

/** The arguments of a command. */
type ArgsOf<F extends Options> = ReturnType<F>['processedArgs'];

/** What a command does with its arguments and its flags. @returns its exit status; without one it succeeded */
type Action<F extends Options> = (line: CommandLine, ...given: [...ArgsOf<F>, FlagsOf<F>]) => unknown;

/** A command. `load` loads what it does when it runs; help and completion work without it. */
export const command =
  <F extends Options>(options: F, load: () => Promise<Action<F>>): CommandEntry =>
  (parent, line, end) => {
    options(parent).action(async (...given: unknown[]) => {
      const act = await load();
      // The parser gives the command itself last.
      const status = await act(line, ...(given.slice(0, -1) as [...ArgsOf<F>, FlagsOf<F>]));
      end(typeof status === 'number' ? status : exitStatus.ok);
    });
  };

/** A command that has only subcommands. */
export const group =
  (name: string, description: string, exampleText: string, ...subcommands: readonly CommandEntry[]): CommandEntry =>
  (parent, line, end) => {
    const own = parent.command(name).description(description);
    for (const add of subcommands) add(own as Parent, line, end);
    example(own, exampleText);
  };

/** Context of a command that plans. */
export interface CommandContext<F extends PolicyFlags> {
  readonly line: CommandLine;
  readonly flags: F;
  readonly console: Console;
  /** Runs the action with an open connection and closes it afterwards (`inSession`). */
  readonly open: <T>(kind: 'looks' | 'writes', action: (session: Session) => Promise<T>) => Promise<T>;
}

/** A command that plans. `load` loads what it does; that rejects invalid flags before it opens the connection. */
export const planningCommand = <
  F extends (parent: Parent) => ReturnType<Options> & { readonly opts: () => PolicyFlags },
>(
  options: F,
  load: () => Promise<(context: CommandContext<FlagsOf<F>>, ...given: ArgsOf<F>) => Promise<ExitStatus>>,
): CommandEntry =>
  command(options, async () => {
    const [act, { inSession }, { consoleOf }] = await Promise.all([
      load(),
      import('../session/session.ts'),
      import('../shell/console.ts'),
    ]);
    return (line, ...given) => {
      const flags = given.at(-1) as FlagsOf<F>;
      const console = consoleOf(line, flags);
      const open: CommandContext<FlagsOf<F>>['open'] = (kind, action) => inSession(line, flags, console, kind, action);
      return act({ line, flags, console, open }, ...(given.slice(0, -1) as ArgsOf<F>));
    };
  });
