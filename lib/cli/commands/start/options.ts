import { documentOptions, type FlagsOf, type NewCommand, profileOption, wholeNumber } from '../../shell/options.ts';

export const startOptions = (command: NewCommand) => {
  const start = command
    .description('start the embedded platform and one run, show how a new service is picked up, and go on until Ctrl-C')
    .option('--once', 'exit after the result')
    .option('--port <n>', 'port of the embedded platform; if taken, the next free one', wholeNumber(0, 65_535), 8081)
    .option('--scenario <file>', 'initial organization, services and growth; default: the sample')
    .option('--policy <file>', 'policy document; default: docs/policies/org-wide.yaml')
    .option('--control', 'serve the /_control routes of the embedded platform');
  return documentOptions(
    profileOption(start, 'how maximums are counted').option(
      '--search-engine <word>',
      "the search product's name in the API (HEADROOM_SEARCH_ENGINE)",
    ),
  );
};
export type StartFlags = FlagsOf<typeof startOptions>;
