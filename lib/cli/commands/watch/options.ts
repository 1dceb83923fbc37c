import { type FlagsOf, type NewCommand, storeOptions, wholeNumber } from '../../shell/options.ts';

/** `headroom watch` */
export const watchOptions = (command: NewCommand) =>
  storeOptions(command.description('follow the run at work, or without one the disks by urgency, until Ctrl-C'))
    .option('--json', 'print one JSON object a line for each change')
    .option('--limit <n>', 'maximum number of disks on a terminal', wholeNumber(1, 1_000_000), 20);
export type WatchFlags = FlagsOf<typeof watchOptions>;
