import { type FlagsOf, listOptions, type NewCommand, storeOptions, tableOptions } from '../../shell/options.ts';

/** `headroom disks` */
export const disksOptions = (command: NewCommand) => {
  const description = 'list the disks of the store by urgency: use, limit, days left, owner; makes no call';
  return listOptions(tableOptions(storeOptions(command.description(description))))
    .option('--details', 'all columns; default where output is no terminal')
    .option('--no-details', 'the columns that fit a terminal; default on a terminal');
};
export type DisksFlags = FlagsOf<typeof disksOptions>;
