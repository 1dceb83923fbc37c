import type { Command } from 'commander';
import { isoInstant } from '../../core/model/durations.ts';
import { type StatusLine, statusSummary, worstOf } from '../../core/status/status.ts';
import { systemClock } from '../../run/system-clock.ts';
import {
  type CommandLine,
  type ConnectionFlags,
  connectionOptions,
  consoleOf,
  type End,
  example,
  exitStatus,
} from '../shell/command-line.ts';
import type { Cell, Console } from '../shell/console.ts';
import { wholeNumber } from '../shell/whole-number.ts';
import { awsStatus, openAwsParts } from '../status/aws-status.ts';
import { localStatus } from '../status/local-status.ts';

interface StatusFlags extends ConnectionFlags {
  readonly stack?: string | true;
  readonly all?: boolean;
  readonly maxAge?: number;
}

/** Name of the stack in bin/app.ts. */
const defaultStack = 'headroom';
const mostHours = 24 * 365;

const styles = { ok: 'green', attention: 'yellow', problem: 'red' } as const;

const show = (console: Console, lines: readonly StatusLine[]): void => {
  console.table(
    ['part', 'verdict', 'status', 'remedy'],
    lines.map(({ subject, verdict, says, remedy }): Cell[] => [
      subject,
      { text: verdict, style: styles[verdict] },
      says,
      remedy,
    ]),
  );
  console.line({ text: statusSummary(lines), style: 'bold' });
};

const look = async (line: CommandLine, flags: StatusFlags): Promise<StatusLine[]> => {
  if (flags.stack === undefined) {
    return localStatus(line, flags, { all: flags.all === true, maxAgeHours: flags.maxAge });
  }
  const parts = await openAwsParts(flags.stack === true ? defaultStack : flags.stack);
  return awsStatus(parts, systemClock.now(), flags.maxAge);
};

/** Checks every part of Headroom; exit 1 if one is a problem. */
const run = async (line: CommandLine, flags: StatusFlags): Promise<number> => {
  const console = consoleOf(line, flags);
  const lines = await look(line, flags);
  // An interrupted check has no verdict.
  line.signal.throwIfAborted();
  const verdict = worstOf(lines);
  if (flags.json) {
    console.json({
      verdict,
      face: flags.stack === undefined ? 'local' : 'aws',
      checkedAt: isoInstant(systemClock.now()),
      lines,
    });
  } else show(console, lines);
  return verdict === 'problem' ? exitStatus.failed : exitStatus.ok;
};

const scope = `
Checks: secret, platform, permissions, mode, schedules, last run, lease, dead letters, versions;
and approvals and the rollout, where there are any.
On this machine, platform and permissions are read now with the token in use: two calls, and two for each of the first
20 projects. With --stack they are as of the last run, because only the deployed functions may read the token;
schedules, last start, dead-letter queues and rotation come from AWS.
Exit status: 0 without problems, 1 if any line is a problem.`;

/** `headroom status` */
export const addStatus = (program: Command, line: CommandLine, end: End): void => {
  const command = connectionOptions(
    program
      .command('status')
      .description('check every part of Headroom, with a remedy for each problem')
      .option('--stack [name]', `check the deployment on AWS with this stack; default: ${defaultStack}`)
      .option('--all', 'check the permissions for every project, not only the first 20')
      .option(
        '--max-age <hours>',
        'maximum age of the last run in hours; default: 24, on AWS three times the interval between passes',
        wholeNumber(1, mostHours),
      ),
  ).addHelpText('after', scope);
  example(command, 'headroom status');
  command.action(async (flags: StatusFlags) => end(await run(line, flags)));
};
