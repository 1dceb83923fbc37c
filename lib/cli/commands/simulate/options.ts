import { InvalidArgumentError } from 'commander';
import { dayMs, hourMs } from '../../../core/model/durations.ts';
import { type FlagsOf, type NewCommand, Option, storeOptions, wholeNumber } from '../../shell/options.ts';

const simulationFormats = ['table', 'json', 'markdown', 'html'] as const;
export type SimulationFormat = (typeof simulationFormats)[number];

const intervals = { '1h': hourMs, '2h': 2 * hourMs, '6h': 6 * hourMs, '12h': 12 * hourMs, '1d': dayMs } as const;

/** A time such as `24h` or `3d` in milliseconds; Infinity for `never`. */
const patience = (text: string): number => {
  if (text === 'never') return Number.POSITIVE_INFINITY;
  const [, count = '', unit] = /^(\d{1,4})([hd])$/.exec(text) ?? [];
  if (count === '') throw new InvalidArgumentError('Must be hours or days such as 24h or 3d, or never.');
  return Number(count) * (unit === 'd' ? dayMs : hourMs);
};

const interval = (text: string): number => {
  const ms = (intervals as Readonly<Record<string, number>>)[text];
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`Must be one of ${Object.keys(intervals).join(', ')}.`);
};

/** `headroom simulate` */
export const simulateOptions = (command: NewCommand) => {
  const simulate = command
    .description('simulate the next months of an organization under one or two policies: full disks, money, approvals')
    .option('--scenario <file>', 'organization with its disks and growth; default: the sample')
    .option('--policy <file>', 'policy document; without one: no autoscaler')
    .option('--against <file>', 'second policy document, compared with the first')
    .option('--days <n>', 'days to simulate', wholeNumber(1, 365), 90)
    .option('--seeds <n>', 'number of draws of the growth of disks', wholeNumber(1, 200), 20)
    .option('--seed <n>', 'first seed', wholeNumber(0, 1_000_000), 1)
    .addOption(
      new Option('--every <time>', 'time between two passes: 1h, 2h, 6h, 12h or 1d')
        .argParser(interval)
        .default(hourMs, '1h'),
    )
    .addOption(
      new Option('--approve-after <time>', 'how long a plan waits for its approval, such as 24h, or never')
        .argParser(patience)
        .default(dayMs, '24h'),
    )
    .option('--fail-on <condition...>', "exit 1 if the last policy meets it, such as 'production-full-hours>0'")
    .option('--threads <n>', 'lives at the same time; default: one for each processor', wholeNumber(1, 64))
    .addOption(
      new Option(
        '-o, --output <format>',
        'table, json, markdown (a comment of at most 60 KB) or html (one file)',
      ).choices(simulationFormats),
    )
    .option('--json', 'print one JSON document on standard output, like -o json');
  return storeOptions(simulate.option('--from-store', 'the organization of the store, without a call'));
};
export type SimulateFlags = FlagsOf<typeof simulateOptions>;
