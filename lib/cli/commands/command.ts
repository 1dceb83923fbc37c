import type { OpenedStore } from '../session/open-store.ts';
import type { Session } from '../session/session.ts';
import { type CommandLine, type End, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import {
  connectionOptions,
  type FlagsOf,
  type NewCommand,
  type PolicyFlags,
  type PolicyFlagsOf,
} from '../shell/options.ts';

/** Builds a command from its entry in the table of commands, which has only a name. */
export type CommandEntry = (command: NewCommand, line: CommandLine, end: End) => void;

/** Adds arguments, options and help to a command. */
type Options = (command: NewCommand) => {
  readonly processedArgs: unknown[];
  readonly opts: () => Record<string, unknown>;
  readonly action: (act: (...given: unknown[]) => Promise<void>) => unknown;
};

/** The arguments of a command. */
type ArgsOf<F extends Options> = ReturnType<F>['processedArgs'];

/** A command that writes what it has as it is. `load` loads what it does when it runs; help and completion work without it. */
export const plainCommand =
  <F extends Options>(
    options: F,
    load: () => Promise<(line: CommandLine, ...given: [...ArgsOf<F>, FlagsOf<F>]) => unknown>,
  ): CommandEntry =>
  (own, line, end) => {
    options(own).action(async (...given: unknown[]) => {
      const act = await load();
      // The parser gives the command itself last.
      const status = await act(line, ...(given.slice(0, -1) as [...ArgsOf<F>, FlagsOf<F>]));
      end(typeof status === 'number' ? status : exitStatus.ok);
    });
  };

/** What a command works with. */
export interface CommandContext<F> {
  readonly line: CommandLine;
  readonly flags: F;
  /** Its output, in the format of the flags. */
  readonly console: Console;
  /** Opens the store that the flags select (`openForCommand`). */
  readonly openStore: () => Promise<OpenedStore>;
}

/** A command with a console. What it returns is its exit status; without one it succeeded. */
export const command = <F extends Options>(
  options: F,
  load: () => Promise<(context: CommandContext<FlagsOf<F>>, ...given: ArgsOf<F>) => unknown>,
): CommandEntry =>
  plainCommand(options, async () => {
    const [act, { consoleOf }] = await Promise.all([load(), import('../shell/console.ts')]);
    return (line, ...given) => {
      const flags = given.at(-1) as FlagsOf<F>;
      const openStore = async () => (await import('../session/open-store.ts')).openForCommand(line.environment, flags);
      return act({ line, flags, console: consoleOf(line, flags), openStore }, ...(given.slice(0, -1) as ArgsOf<F>));
    };
  });

/** A command that has only subcommands, by name. */
export const group =
  (description: string, subcommands: Readonly<Record<string, CommandEntry>>): CommandEntry =>
  (own, line, end) => {
    own.description(description);
    for (const [name, add] of Object.entries(subcommands)) add(own.command(name) as unknown as NewCommand, line, end);
  };

/** What a command that plans works with. */
export interface PlanContext<F extends PolicyFlags> extends CommandContext<F> {
  /** Runs the action with an open connection and closes it afterwards (`inSession`). */
  readonly open: <T>(kind: 'looks' | 'writes', action: (session: Session) => Promise<T>) => Promise<T>;
}

/**
 * A command that plans, to which this adds a connection. `load` loads what it does; that rejects invalid flags before it connects.
 * Without a policy it `carriesOn` with that of the latest run, unless it needs none or applies the policy itself.
 */
export const planningCommand = <F extends Options>(
  options: F,
  load: () => Promise<(context: PlanContext<PolicyFlagsOf<F>>, ...given: ArgsOf<F>) => unknown>,
  { carriesOn = true } = {},
): CommandEntry => {
  const planning = (own: NewCommand) => connectionOptions(options(own) as unknown as NewCommand);
  return command(planning as unknown as F, async () => {
    const [act, { inSession }] = await Promise.all([load(), import('../session/session.ts')]);
    return (context, ...given) => {
      const { line, console } = context;
      const flags = context.flags as PolicyFlagsOf<F>;
      const open: PlanContext<PolicyFlagsOf<F>>['open'] = (kind, action) =>
        inSession(line, flags, console, { kind, carriesOn }, action);
      return act({ ...context, flags, open }, ...given);
    };
  });
};
