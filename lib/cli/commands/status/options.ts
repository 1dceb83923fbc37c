import {
  type FlagsOf,
  type NewCommand,
  Option,
  platformOptions,
  tableOptions,
  wholeNumber,
} from '../../shell/options.ts';

/** Name of the stack in bin/app.ts. */
const defaultStack = 'headroom';
const mostHours = 24 * 365;

const scope = `
Checks: secret, platform, permissions, mode, schedules, last run, disks, lease, readings, dead
letters, versions; approvals, grants, notices and events, where there are any; and
the audit that lost its end, and the policy that is invalid.
On this machine, platform and permissions are read now with the token in use: five calls, and two for each of the first
20 projects. With --stack they are as of the last run, because only the deployed functions may read the token;
schedules, last start, dead-letter queues and rotation come from AWS.`;

/** `headroom status` */
export const statusOptions = (command: NewCommand) => {
  const status = command
    .description('check every part of Headroom, with a remedy for each problem')
    .addOption(
      new Option('--stack [name]', `check the deployment on AWS with this stack; default: ${defaultStack}`).preset(
        defaultStack,
      ),
    )
    .option('--all', 'check the permissions for every project, not only the first 20')
    .option(
      '--max-age <hours>',
      'maximum age of the last run in hours; default: 24, on AWS three times the interval between passes',
      wholeNumber(1, mostHours),
    );
  return platformOptions(tableOptions(status)).addHelpText('after', scope);
};
export type StatusFlags = FlagsOf<typeof statusOptions>;
