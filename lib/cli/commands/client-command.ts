import type { Command } from 'commander';
import type { Caller } from '../../client/transport/caller.ts';
import { type Profile, profiles } from '../../core/model/profile.ts';
import { connectCaller } from '../session/connection.ts';
import { wireProfileFrom } from '../session/wire-profile.ts';
import { type CommandLine, consoleOf, type End, example, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';

/** Options of the client commands (spec.md §1.8 command line, §4.5). */
export interface ClientFlags {
  readonly baseUrl?: string;
  readonly callsPerMinute?: string;
  readonly json?: boolean;
  readonly profile?: string;
  readonly project: string;
}

/** They work on one project, so they need neither an organization nor a store. */
const clientOptions = (command: Command): Command =>
  command
    .requiredOption('--project <name>', 'project to work in')
    .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
    .option('--calls-per-minute <n>', 'platform calls a minute at most, default 100; off for a platform of your own')
    .option('--profile <name>', `how maximums are counted on the wire: ${profiles.join(' or ')} (HEADROOM_PROFILE)`)
    .option('--json', 'print one JSON document on standard output');

/** A client command with its own description, arguments and options, and an example for its help. */
export interface ClientCommand {
  readonly command: Command;
  readonly example: string;
  readonly line: CommandLine;
  readonly end: End;
}

/** What is asked of the platform. */
type Ask<T> = (caller: Caller) => Promise<T>;

/** The flags with what the environment says where they do not: the profile is one that there is. */
type Spoken<F> = F & { readonly profile: Profile };

/**
 * Registers a client command. `prepare` gets the flags and then the command's arguments, and says what is wrong with them
 * before a connection is opened; the connection is closed whatever happens.
 */
export const clientCommand = <T, F extends ClientFlags = ClientFlags, A extends string[] = []>(
  { command, example: text, line, end }: ClientCommand,
  prepare: (flags: Spoken<F>, ...args: A) => Ask<T> | Promise<Ask<T>>,
  show: (console: Console, result: T) => void,
): void => {
  example(clientOptions(command), text).action(async () => {
    const flags = command.opts<F>();
    const { profile } = wireProfileFrom({ profile: flags.profile }, line.environment);
    const ask = await prepare({ ...flags, profile }, ...(command.args as A));
    const console = consoleOf(line, flags.json);
    const connection = connectCaller(flags, line.environment, line.signal);
    try {
      const result = await ask(connection.caller);
      if (flags.json) console.json(result);
      else show(console, result);
      end(exitStatus.ok);
    } finally {
      await connection.close();
    }
  });
};

/** What a deletion tells: the platform answers nothing. */
export const deleted =
  (id: string, remove: (caller: Caller) => Promise<void>): Ask<{ readonly deleted: string }> =>
  async (caller) => {
    await remove(caller);
    return { deleted: id };
  };
