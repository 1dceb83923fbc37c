import { isoInstant } from '../../core/model/durations.ts';
import { type StatusLine, statusSummary, worstOf } from '../../core/status/status.ts';
import type { Status } from '../../run/status/store-facts.ts';
import { systemClock } from '../../run/system-clock.ts';
import { type CommandLine, type ConnectionFlags, exitStatus } from '../shell/command-line.ts';
import { type Cell, type Console, consoleOf } from '../shell/console.ts';
import { awsStatus, openAwsParts } from '../status/aws-status.ts';
import { localStatus } from '../status/local-status.ts';

export interface StatusFlags extends ConnectionFlags {
  readonly stack?: string;
  readonly all?: boolean;
  readonly maxAge?: number;
}

const styles = { ok: 'green', attention: 'yellow', problem: 'red' } as const;

const show = (console: Console, lines: readonly StatusLine[]): void => {
  console.records(
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

const look = async (line: CommandLine, flags: StatusFlags, console: Console): Promise<Status> => {
  const { stack, ...local } = flags;
  if (stack === undefined) {
    return localStatus(line, local, { all: flags.all === true, maxAgeHours: flags.maxAge, console });
  }
  const parts = await openAwsParts(stack, line.environment);
  return awsStatus(parts, systemClock.now(), flags.maxAge);
};

/** Checks every part of Headroom; exit 1 if one is a problem. */
export const run = async (line: CommandLine, flags: StatusFlags): Promise<number> => {
  const console = consoleOf(line, flags);
  const { lines, owner } = await look(line, flags, console);
  // An interrupted check has no verdict.
  line.signal.throwIfAborted();
  const verdict = worstOf(lines);
  if (flags.json) {
    console.json({
      verdict,
      face: flags.stack === undefined ? 'local' : 'aws',
      checkedAt: isoInstant(systemClock.now()),
      owner,
      lines,
    });
  } else show(console, lines);
  return verdict === 'problem' ? exitStatus.failed : exitStatus.ok;
};
