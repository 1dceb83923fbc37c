import { once } from 'node:events';
import type { Command } from 'commander';
import { dialectFrom } from '../dialect.ts';
import { startEmbedded } from '../embedded.ts';
import { wholeNumber } from '../whole-number.ts';
import { type CommandLine, consoleOf, example, exitStatus } from './command-line.ts';

interface PlatformFlags {
  readonly port: number;
  readonly scenario?: string;
  readonly seed?: number;
  readonly speed?: number;
  readonly control?: boolean;
  readonly rateLimit?: number;
  readonly searchEngine?: string;
}

export const largest = Number.MAX_SAFE_INTEGER;

/** Serves the embedded platform until Ctrl-C. */
const run = async (line: CommandLine, flags: PlatformFlags): Promise<number> => {
  const console = consoleOf(line, false);
  const { searchEngine } = dialectFrom({ searchEngine: flags.searchEngine }, line.environment);
  const embedded = await startEmbedded({ ...flags, searchEngine, nextFree: false });
  try {
    console.line(`listening on ${embedded.server.url}`);
    console.line(`token in ${embedded.tokenFile.path}`);
    console.line(`organization ${embedded.server.organization}`);
    if (!line.signal.aborted) await once(line.signal, 'abort');
  } finally {
    await embedded.close();
  }
  return exitStatus.ok;
};

export const addPlatform = (program: Command, line: CommandLine, end: (status: number) => void): void => {
  const command = program
    .command('platform')
    .description('serve the embedded platform on 127.0.0.1 until Ctrl-C')
    .option('--port <n>', 'port; 0 for any free one', wholeNumber(0, 65_535), 0)
    .option('--scenario <file>', 'organization, services and growth to start with; default: the sample')
    .option('--seed <n>', 'seed of ids and of jitter', wholeNumber(0, largest))
    .option('--speed <n>', 'virtual seconds per second; 0 stands still', wholeNumber(0, 1_000_000))
    .option('--control', 'serve the /_control routes, which need no token')
    .option('--rate-limit <n>', 'answer 429 beyond n requests a minute', wholeNumber(0, largest))
    .option('--search-engine <word>', "the search product's word on the wire (HEADROOM_SEARCH_ENGINE)");
  example(command, 'headroom platform --port 8080 --control --speed 60');
  command.action(async (flags: PlatformFlags) => end(await run(line, flags)));
};
