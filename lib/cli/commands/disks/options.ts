import { example, type FlagsOf, listOptions, type Parent, storeOptions, tableOptions } from '../../shell/options.ts';

/** `headroom disks` */
export const disksOptions = (parent: Parent) => {
  const disks = storeOptions(
    parent
      .command('disks')
      .description('list the disks of the store by urgency: use, limit, days left, owner; makes no call'),
  );
  const command = listOptions(tableOptions(disks))
    .option('--details', 'all columns; default where output is no terminal')
    .option('--no-details', 'the columns that fit a terminal; default on a terminal');
  return example(command, "headroom disks --project 'shop-*' --limit 20");
};
export type DisksFlags = FlagsOf<typeof disksOptions>;
