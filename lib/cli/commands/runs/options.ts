import {
  arrangementOptions,
  example,
  type FlagsOf,
  type Parent,
  storeOptions,
  tableOptions,
  wholeNumber,
} from '../../shell/options.ts';

/** `headroom runs [--last N]` */
export const runsOptions = (parent: Parent) => {
  const runs = parent
    .command('runs')
    .description('list the latest runs, newest first: outcome, counts, money, trigger and requester')
    .option('--last <n>', 'number of runs', wholeNumber(1, 10_000), 20);
  return example(arrangementOptions(tableOptions(storeOptions(runs))), 'headroom runs --last 5');
};
export type RunsFlags = FlagsOf<typeof runsOptions>;
