import { type FlagsOf, type NewCommand, wholeNumber } from '../../shell/options.ts';

const largest = Number.MAX_SAFE_INTEGER;

export const platformCommandOptions = (command: NewCommand) =>
  command
    .description('serve the embedded platform on 127.0.0.1 until Ctrl-C')
    .option('--port <n>', 'port; 0: any free port', wholeNumber(0, 65_535), 0)
    .option('--scenario <file>', 'initial organization, services and growth; default: the sample')
    .option('--seed <n>', 'seed of ids, jitter and growth within its band', wholeNumber(0, largest))
    .option('--speed <n>', 'virtual seconds per second; 0: time stands still', wholeNumber(0, 1_000_000))
    .option('--control', 'serve the /_control routes, which need no token')
    .option('--rate-limit <n>', 'answer 429 beyond n requests per minute', wholeNumber(0, largest))
    .option('--profile <name>', 'serve only one profile, documented or current; default: both')
    .option('--scheme <name>', 'schemes of the Authorization header, bearer or both; default: both, documented: bearer')
    .option('--search-engine <word>', "the search product's name in the API (HEADROOM_SEARCH_ENGINE)");
export type PlatformFlags = FlagsOf<typeof platformCommandOptions>;
