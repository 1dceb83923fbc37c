import type { Caller } from '../../client/transport/caller.ts';
import type { Profile } from '../../core/model/model.ts';
import { connectCaller } from '../session/connection.ts';
import { wireProfileFrom } from '../session/wire-profile.ts';
import type { ClientFlags } from '../shell/options.ts';
import type { CommandContext } from './command.ts';

type ClientContext = CommandContext<ClientFlags>;

/** The profile of flag or environment. @throws UsageError for another one */
export const profileOf = ({ line, flags }: ClientContext): Profile =>
  wireProfileFrom({ profile: flags.profile }, line.environment).profile;

/**
 * Carries out one operation of a client command with a connection of its own, and shows what the platform answers: with `-o json` as
 * it is.
 */
export const callPlatform = async <T>(
  context: ClientContext,
  operation: (caller: Caller) => Promise<T>,
  show: (answer: T) => void,
): Promise<void> => {
  const { line, flags, console } = context;
  profileOf(context);
  const connection = connectCaller(flags, line, console);
  try {
    const answer = await operation(connection.caller);
    if (flags.json) console.foreignJson(answer);
    else show(answer);
  } finally {
    await connection.close();
  }
};

/** The same for a deletion, whose answer has no body. */
export const deleteOnPlatform = (
  context: ClientContext,
  what: string,
  id: string,
  remove: (caller: Caller) => Promise<void>,
): Promise<void> =>
  callPlatform(
    context,
    async (caller) => {
      await remove(caller);
      return { deleted: id };
    },
    () => context.console.line(`deleted ${what} ${id}`),
  );
