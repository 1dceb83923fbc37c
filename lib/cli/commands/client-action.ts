import type { Caller } from '../../client/transport/caller.ts';
import type { Profile } from '../../core/model/profile.ts';
import { connectCaller } from '../session/connection.ts';
import { wireProfileFrom } from '../session/wire-profile.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { type Console, consoleOf } from '../shell/console.ts';
import type { ClientFlags } from '../shell/options.ts';

/** One operation on the platform. */
type Operation<T> = (caller: Caller) => Promise<T>;

/** The flags with the validated profile of flag or environment. */
type WithProfile<F> = F & { readonly profile: Profile };

/**
 * The action of a client command. `prepare` receives the flags and the command's arguments, and rejects invalid ones before
 * the connection opens. The connection is always closed.
 */
export const clientAction =
  <T, F extends ClientFlags = ClientFlags, A extends string[] = []>(
    prepare: (flags: WithProfile<F>, ...args: A) => Operation<T> | Promise<Operation<T>>,
    show: (console: Console, result: T) => void,
  ) =>
  async (line: CommandLine, ...given: [...A, F]): Promise<void> => {
    const flags = given.at(-1) as F;
    const { profile } = wireProfileFrom({ profile: flags.profile }, line.environment);
    const operation = await prepare({ ...flags, profile }, ...(given.slice(0, -1) as A));
    const console = consoleOf(line, flags);
    const connection = connectCaller(flags, line, console);
    try {
      const result = await operation(connection.caller);
      if (flags.json) console.foreignJson(result);
      else show(console, result);
    } finally {
      await connection.close();
    }
  };

/** Result of a deletion: the platform's response has no body. */
export const deleted =
  (id: string, remove: (caller: Caller) => Promise<void>): Operation<{ readonly deleted: string }> =>
  async (caller) => {
    await remove(caller);
    return { deleted: id };
  };
