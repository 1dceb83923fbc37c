import type { Command } from 'commander';
import type { Caller } from '../../client/transport/caller.ts';
import { type Profile, profiles } from '../../core/model/profile.ts';
import { connectCaller } from '../session/connection.ts';
import { wireProfileFrom } from '../session/wire-profile.ts';
import { type CommandLine, consoleOf, type End, example, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { documentFormats, type OutputFlags, outputOptions } from '../shell/output.ts';

/** Options of the client commands (spec.md §1.8 command line, §4.5). */
export interface ClientFlags extends OutputFlags {
  readonly baseUrl?: string;
  readonly callsPerMinute?: string;
  readonly profile?: string;
  readonly project: string;
}

/** Client commands address one project, so they need neither an organization nor a store. */
const clientOptions = (command: Command): Command =>
  outputOptions(command, documentFormats)
    .requiredOption('--project <name>', 'name of the project')
    .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
    .option(
      '--calls-per-minute <n>',
      'maximum platform calls per minute; default: 100; off: no limit, for your own platform only',
    )
    .option(
      '--profile <name>',
      `platform profile, which defines how maximums are counted: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );

/** A client command with its description, arguments and options, and an example for its help. */
export interface ClientCommand {
  readonly command: Command;
  readonly example: string;
  readonly line: CommandLine;
  readonly end: End;
}

/** One operation on the platform. */
type Operation<T> = (caller: Caller) => Promise<T>;

/** The flags with the validated profile of flag or environment. */
type WithProfile<F> = F & { readonly profile: Profile };

/**
 * Registers a client command. `prepare` receives the flags and the command's arguments, and rejects invalid ones before
 * the connection opens. The connection is always closed.
 */
export const clientCommand = <T, F extends ClientFlags = ClientFlags, A extends string[] = []>(
  { command, example: text, line, end }: ClientCommand,
  prepare: (flags: WithProfile<F>, ...args: A) => Operation<T> | Promise<Operation<T>>,
  show: (console: Console, result: T) => void,
): void => {
  example(clientOptions(command), text).action(async () => {
    const flags = command.opts<F>();
    const { profile } = wireProfileFrom({ profile: flags.profile }, line.environment);
    const operation = await prepare({ ...flags, profile }, ...(command.args as A));
    const console = consoleOf(line, flags);
    const connection = connectCaller(flags, line.environment, line.signal);
    try {
      const result = await operation(connection.caller);
      if (flags.json) console.foreignJson(result);
      else show(console, result);
      end(exitStatus.ok);
    } finally {
      await connection.close();
    }
  });
};

/** Result of a deletion: the platform's response has no body. */
export const deleted =
  (id: string, remove: (caller: Caller) => Promise<void>): Operation<{ readonly deleted: string }> =>
  async (caller) => {
    await remove(caller);
    return { deleted: id };
  };
