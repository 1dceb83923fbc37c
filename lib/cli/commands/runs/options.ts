import {
  arrangementOptions,
  type FlagsOf,
  type NewCommand,
  storeOptions,
  tableOptions,
  wholeNumber,
} from '../../shell/options.ts';

/** `headroom runs [--last N]` */
export const runsOptions = (command: NewCommand) => {
  const runs = command
    .description('list the latest runs, newest first: outcome, counts, money, trigger and requester')
    .option('--last <n>', 'number of runs', wholeNumber(1, 10_000), 20);
  return arrangementOptions(tableOptions(storeOptions(runs)));
};
export type RunsFlags = FlagsOf<typeof runsOptions>;
