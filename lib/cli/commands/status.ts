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
    ['what', 'verdict', 'what there is', 'what to do'],
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

/** Says whether everything works that has to; exit 1 when something does not. */
const run = async (line: CommandLine, flags: StatusFlags): Promise<number> => {
  const console = consoleOf(line, flags.json);
  const lines = await look(line, flags);
  // What was broken off is no verdict.
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
Looked at by every face: secret, platform, permissions, mode, schedules, last run, lease, dead letters, versions.
On this machine the platform and the permissions are asked for now, with the token in use: two calls, and two for each of
the first 20 projects. With --stack they are told as the last run met them, because only its functions may read the
token; schedules, last start, dead-letter queues and rotation are asked of AWS.
Exit status 0 when there is no problem, 1 when there is one.`;

/** `headroom status` */
export const addStatus = (program: Command, line: CommandLine, end: End): void => {
  const command = connectionOptions(
    program
      .command('status')
      .description('say whether everything works, and what to do where it does not')
      .option('--stack [name]', `look at the deployment on AWS, by its stack; default ${defaultStack}`)
      .option('--all', 'ask every project for permissions, not only the first 20')
      .option(
        '--max-age <hours>',
        'hours after which the last run is too long ago; default 24, on AWS three times the pause between passes',
        wholeNumber(1, mostHours),
      ),
  ).addHelpText('after', scope);
  example(command, 'headroom status');
  command.action(async (flags: StatusFlags) => end(await run(line, flags)));
};
