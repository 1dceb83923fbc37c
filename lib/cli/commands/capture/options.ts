import { connectionOptions, type FlagsOf, type NewCommand, wholeNumber } from '../../shell/options.ts';
import { documentFormats } from '../../shell/output.ts';

/** `headroom capture` */
export const captureOptions = (command: NewCommand) => {
  const capture = command
    .description('write the organization as a scenario: services, tags, prices, autoscalers and the growth of disks')
    .option('--out <file>', 'write it to a file instead of standard output')
    .option('--days <n>', 'days of disk use to fit the growth to; default: 30', wholeNumber(14, 365))
    .option('--anonymize', 'hash the names of projects, services, endpoints and owners, and the values of tags')
    .option('--from-store', 'no calls: take the inventory and the histories of the store');
  return connectionOptions(capture, documentFormats);
};
export type CaptureFlags = FlagsOf<typeof captureOptions>;
