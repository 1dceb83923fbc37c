import { mostTokens } from '../../../core/calls/owners.ts';
import { documentOptions, type FlagsOf, type NewCommand, wholeNumber } from '../../shell/options.ts';

/** Highest rate of platform calls that an estimate considers. */
const maxCallsPerMinute = 10_000;
const maxServices = 1_000_000;
const maxChannels = 1_000;

/** `headroom cost` */
export const costOptions = (command: NewCommand) => {
  const cost = command
    .description('estimate the monthly AWS cost of Headroom itself')
    .option('--services <n>', 'managed services', wholeNumber(0, maxServices), 1_000)
    .option('--projects <n>', 'projects; default: one per 100 services', wholeNumber(1, maxServices))
    .option('--events <n>', 'events per month that start a run', wholeNumber(0, maxServices), 100)
    .option(
      '--calls-per-minute <n>',
      'maximum platform calls per minute and token',
      wholeNumber(1, maxCallsPerMinute),
      100,
    )
    .option('--tokens <n>', 'tokens, each of another application user (setting tokens)', wholeNumber(1, mostTokens), 1)
    .option('--pass-every <minutes>', 'minutes between passes (setting schedules.reconcile)', wholeNumber(5, 1_440), 60)
    .option('--channels <n>', 'channels of notices (setting channels)', wholeNumber(0, maxChannels), 0)
    .option('--allowances', 'subtract the monthly free allowances, which all accounts of an AWS organization share');
  return documentOptions(cost);
};
export type CostFlags = FlagsOf<typeof costOptions>;
