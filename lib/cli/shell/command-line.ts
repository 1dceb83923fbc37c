import type { Command } from 'commander';
import { profiles } from '../../core/model/profile.ts';
import type { Streams } from './console.ts';
import { type OutputFlags, type OutputFormat, outputOptions } from './output.ts';

/** Everything a command needs from outside. Tests pass their own. */
export interface CommandLine extends Streams {
  /** Standard input, which only carries tokens. */
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts on the first Ctrl-C. */
  readonly signal: AbortSignal;
  readonly newRunId: () => string;
  /** `--quiet`: no progress and no notes. */
  readonly quiet?: boolean;
}

/** Exit status of a command. */
export type ExitStatus = number;

/** Receives the exit status of the command. */
export type End = (status: ExitStatus) => void;

export const exitStatus = {
  ok: 0,
  failed: 1,
  usage: 2,
  pending: 2,
  someFailed: 3,
  refused: 4,
  /** The mode or a freeze prevented a requested write. */
  notWritten: 5,
  interrupted: 130,
} as const;

export interface ConnectionFlags extends OutputFlags {
  readonly baseUrl?: string;
  readonly organization?: string;
  readonly store?: string;
  readonly stack?: string;
  readonly callsPerMinute?: string;
  readonly profile?: string;
  readonly searchEngine?: string;
}

export const storeOption = (command: Command): Command =>
  command.option('--store <place>', 'store: a directory, or s3://BUCKET/PREFIX (HEADROOM_STORE)');

/** Options of calls to a platform. */
export const callOptions = (command: Command): Command =>
  command
    .option(
      '--calls-per-minute <n>',
      'maximum platform calls per minute; default: 100; off: no limit, for your own platform only',
    )
    .option(
      '--profile <name>',
      `platform profile, which defines how maximums are counted: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );

/** Options that name a platform, an organization and a store. */
export const platformOptions = (command: Command): Command =>
  callOptions(
    storeOption(
      command
        .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
        .option('--organization <id>', 'organization ID (HEADROOM_ORGANIZATION)'),
    ),
  ).option('--search-engine <word>', "the search product's name in the platform's API (HEADROOM_SEARCH_ENGINE)");

/** Options of every command that talks to a platform. */
export const connectionOptions = (command: Command, formats?: readonly OutputFormat[]): Command =>
  platformOptions(outputOptions(command, formats));

/** Appends an example to the help of a command. */
export const example = (command: Command, text: string): Command =>
  command.addHelpText('after', `\nExample:\n  ${text}\n`);
