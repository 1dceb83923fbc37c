import type { Command } from 'commander';
import { profiles } from '../../core/model/profile.ts';
import { type Console, createConsole, type Streams } from './console.ts';

/** Everything a command needs from outside, so that tests can call it as the shell does. */
export interface CommandLine extends Streams {
  /** Standard input; only a token is ever read from there. */
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts on the first Ctrl-C. */
  readonly signal: AbortSignal;
  readonly newRunId: () => string;
}

/** What a command returns: its exit status. */
export type ExitStatus = number;

/** Told by each command how it ended. */
export type End = (status: ExitStatus) => void;

export const exitStatus = {
  ok: 0,
  failed: 1,
  usage: 2,
  pending: 2,
  someFailed: 3,
  refused: 4,
  /** Something was asked for and not written because of the mode or a freeze. */
  notWritten: 5,
  interrupted: 130,
} as const;

export interface ConnectionFlags {
  readonly baseUrl?: string;
  readonly organization?: string;
  readonly store?: string;
  readonly callsPerMinute?: string;
  readonly profile?: string;
  readonly searchEngine?: string;
  readonly json?: boolean;
}

/** Options of every command that talks to a platform. */
export const connectionOptions = (command: Command): Command =>
  command
    .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
    .option('--organization <id>', 'organization to work on (HEADROOM_ORGANIZATION)')
    .option('--store <directory>', 'where runs and reports are kept (HEADROOM_STORE)')
    .option('--calls-per-minute <n>', 'platform calls a minute at most, default 100; off for a platform of your own')
    .option('--profile <name>', `how maximums are counted on the wire: ${profiles.join(' or ')} (HEADROOM_PROFILE)`)
    .option('--search-engine <word>', "the search product's word on the wire (HEADROOM_SEARCH_ENGINE)")
    .option('--json', 'print one JSON document on standard output');

/** Appends an example to the help of a command. */
export const example = (command: Command, text: string): Command =>
  command.addHelpText('after', `\nExample:\n  ${text}\n`);

export const consoleOf = (line: CommandLine, json: boolean | undefined): Console => createConsole(line, json === true);
