import type { Command } from 'commander';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { outputOptions } from '../../shell/output.ts';
import { arrangementOptions, projectFilter, serviceFilters } from '../list-options.ts';
import type { DisksFlags } from './action.ts';

/** `headroom disks` */
export const addDisks = (program: Command, line: CommandLine, end: End): void => {
  const command = arrangementOptions(
    serviceFilters(
      projectFilter(
        outputOptions(
          storeOptions(
            program
              .command('disks')
              .description('list the disks of the store by urgency: use, limit, days left, owner; makes no call'),
          ),
        ),
      ),
    ),
  )
    .option('--details', 'all columns; default where output is no terminal')
    .option('--no-details', 'the columns that fit a terminal; default on a terminal');
  example(command, "headroom disks --project 'shop-*' --limit 20").action(async (flags: DisksFlags) => {
    const { run } = await import('./action.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};
