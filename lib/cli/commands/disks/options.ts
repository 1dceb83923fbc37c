import { InvalidArgumentError } from 'commander';
import {
  type FlagsOf,
  listOptions,
  type NewCommand,
  storeOptions,
  tableOptions,
  wholeNumber,
} from '../../shell/options.ts';

/** Days such as `7d`: the forecast looks a year ahead. */
const daysAhead = (text: string): number => {
  const days = /^(\d{1,3})d$/.exec(text)?.[1];
  if (days !== undefined && Number(days) <= 365) return Number(days);
  throw new InvalidArgumentError('Must be days from 0d to 365d.');
};

/** `headroom disks` */
export const disksOptions = (command: NewCommand) => {
  const description = 'list the disks of the store by urgency: use, limit, days left, owner; makes no call';
  const named = command
    .description(description)
    .argument('[project/service]', 'with --needs: the disk that must have room')
    .option(
      '--needs <gb>',
      'exit 3 unless this disk has room for so many GB beside its own growth',
      wholeNumber(1, 1_000_000),
    )
    .option('--within <days>', 'days of its own growth that must have room too, such as 7d; default: 7d', daysAhead);
  return listOptions(tableOptions(storeOptions(named)))
    .option('--details', 'all columns; default where output is no terminal')
    .option('--no-details', 'the columns that fit a terminal; default on a terminal');
};
export type DisksFlags = FlagsOf<typeof disksOptions>;
