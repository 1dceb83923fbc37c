import type { Command } from 'commander';
import { stackOption } from '../../session/store-options.ts';
import { type CommandLine, connectionOptions, type End, example } from '../../shell/command-line.ts';
import { documentFormats } from '../../shell/output.ts';
import { wholeNumber } from '../../shell/whole-number.ts';
import type { CaptureFlags } from './action.ts';

/** `headroom capture` */
export const addCapture = (program: Command, line: CommandLine, end: End): void => {
  const command = stackOption(
    connectionOptions(
      program
        .command('capture')
        .description(
          'write the organization as a scenario: services, tags, prices, autoscalers and the growth of disks',
        )
        .option('--out <file>', 'write it to a file instead of standard output')
        .option('--days <n>', 'days of disk use to fit the growth to; default: 30', wholeNumber(14, 365))
        .option('--anonymize', 'hash the names of projects, services, endpoints and owners, and the values of tags')
        .option('--from-store', 'no calls: take the inventory and the histories of the store'),
      documentFormats,
    ),
  );
  example(command, 'headroom capture --out org.yaml --anonymize');
  command.action(async (flags: CaptureFlags) => {
    const { run } = await import('./action.ts');
    end(await run(line, flags));
  });
};
