import type { Command } from 'commander';
import type { Caller } from '../../client/caller.ts';
import { connectCaller } from '../connection.ts';
import type { Console } from '../console.ts';
import { type CommandLine, consoleOf, exitStatus } from './command-line.ts';

/** Options of the client commands (spec.md §1.8 command line, §4.5). */
export interface ClientFlags {
  readonly baseUrl?: string;
  readonly callsPerMinute?: string;
  readonly json?: boolean;
  readonly project: string;
}

/** They work on one project, so they need neither an organization nor a store. */
export const clientOptions = (command: Command): Command =>
  command
    .requiredOption('--project <name>', 'project to work in')
    .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
    .option('--calls-per-minute <n>', 'platform calls a minute at most, default 100; off for a platform of your own')
    .option('--json', 'print one JSON document on standard output');

/** Opens the connection for one client command, shows what came of it and closes the connection, whatever happens. */
export const withCaller = async <T>(
  line: CommandLine,
  flags: ClientFlags,
  action: (caller: Caller) => Promise<T>,
  show: (console: Console, result: T) => void,
): Promise<number> => {
  const console = consoleOf(line, flags.json);
  const connection = connectCaller(flags, line.environment, line.signal);
  try {
    const result = await action(connection.caller);
    if (flags.json) console.json(result);
    else show(console, result);
    return exitStatus.ok;
  } finally {
    await connection.close();
  }
};
