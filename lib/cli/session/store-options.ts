import type { Command } from 'commander';
import { storeOption } from '../shell/command-line.ts';

/** Options that select a store. */
export interface StorePlaceFlags {
  readonly stack?: string;
  readonly store?: string;
}

/** Options that select the store, for commands that need no platform. */
export interface StoreFlags extends StorePlaceFlags {
  readonly bucket?: string;
  readonly organization?: string;
}

/** `--stack`, for commands that use a store. */
export const stackOption = (command: Command): Command =>
  command.option('--stack <name>', 'use the store of the deployment on AWS with this stack');

export const storeOptions = (command: Command): Command =>
  stackOption(storeOption(command.option('--bucket <name>', 'bucket of the deployment on AWS'))).option(
    '--organization <id>',
    'organization of the store (HEADROOM_ORGANIZATION)',
  );
