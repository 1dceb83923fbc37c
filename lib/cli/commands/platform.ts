import { once } from 'node:events';
import type { Command } from 'commander';
import { type ServedProfile, servedProfiles } from '../../wire/served-profile.ts';
import { startEmbedded } from '../demo/embedded.ts';
import { wireProfileFrom, wordOf } from '../session/wire-profile.ts';
import { type CommandLine, consoleOf, example, exitStatus } from '../shell/command-line.ts';
import { UsageError } from '../shell/usage-error.ts';
import { wholeNumber } from '../shell/whole-number.ts';

interface PlatformFlags {
  readonly port: number;
  readonly scenario?: string;
  readonly seed?: number;
  readonly speed?: number;
  readonly control?: boolean;
  readonly rateLimit?: number;
  readonly searchEngine?: string;
  readonly profile?: string;
}

const largest = Number.MAX_SAFE_INTEGER;

/** Reads only the option, because HEADROOM_PROFILE is for clients. @throws UsageError */
const servedFrom = (text: string): ServedProfile => {
  const served = servedProfiles.find((name) => name === text);
  if (served !== undefined) return served;
  throw new UsageError(`unknown profile ${text}: use --profile documented, current or both`);
};

/** Serves the embedded platform until Ctrl-C. */
const run = async (line: CommandLine, flags: PlatformFlags): Promise<number> => {
  const console = consoleOf(line, {});
  const searchEngine = wordOf(
    wireProfileFrom({ searchEngine: flags.searchEngine, profile: 'documented' }, line.environment),
  );
  const profile = servedFrom(flags.profile ?? 'both');
  const embedded = await startEmbedded({ ...flags, searchEngine, profile, nextFree: false });
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
    .option('--port <n>', 'port; 0: any free port', wholeNumber(0, 65_535), 0)
    .option('--scenario <file>', 'initial organization, services and growth; default: the sample')
    .option('--seed <n>', 'seed of ids and jitter', wholeNumber(0, largest))
    .option('--speed <n>', 'virtual seconds per second; 0: time stands still', wholeNumber(0, 1_000_000))
    .option('--control', 'serve the /_control routes, which need no token')
    .option('--rate-limit <n>', 'answer 429 beyond n requests per minute', wholeNumber(0, largest))
    .option('--profile <name>', 'serve only one profile, documented or current; default: both')
    .option('--search-engine <word>', "the search product's name in the API (HEADROOM_SEARCH_ENGINE)");
  example(command, 'headroom platform --port 8080 --control --speed 60');
  command.action(async (flags: PlatformFlags) => end(await run(line, flags)));
};
