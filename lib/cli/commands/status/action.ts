import { isoInstant } from '../../../core/model/durations.ts';
import { morningLines } from '../../../core/notices/morning.ts';
import { type StatusLine, statusSummary, worstOf } from '../../../core/status/status.ts';
import type { Status } from '../../../run/status/store-lines.ts';
import { systemClock } from '../../../run/system-clock.ts';
import type { Cell } from '../../shell/columns.ts';
import { exitStatus } from '../../shell/command-line.ts';
import type { Console } from '../../shell/console.ts';
import { awsStatus, openAwsParts } from '../../status/aws-status.ts';
import { localStatus } from '../../status/local-status.ts';
import type { CommandContext } from '../command.ts';
import type { StatusFlags } from './options.ts';

const styles = { ok: 'green', attention: 'yellow', problem: 'red' } as const;

/** Shows checks with their remedies, and the verdict over all of them. */
const showLines = (console: Console, lines: readonly StatusLine[]): void => {
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

const look = async ({ line, flags, console }: CommandContext<StatusFlags>): Promise<Status> => {
  const { stack, ...local } = flags;
  if (stack === undefined) {
    return localStatus(line, local, { all: flags.all === true, maxAgeHours: flags.maxAge, console });
  }
  const parts = await openAwsParts(stack, line.environment);
  return awsStatus(parts, systemClock.now(), flags.maxAge);
};

/** Checks every part of Headroom; exit 1 if one is a problem. */
export const run = async (context: CommandContext<StatusFlags>): Promise<number> => {
  const { line, flags, console } = context;
  const { lines, owner, morning } = await look(context);
  // An interrupted check has no verdict.
  line.signal.throwIfAborted();
  const verdict = worstOf(lines);
  const face = flags.stack === undefined ? 'local' : 'aws';
  const checkedAt = isoInstant(systemClock.now());
  console.answer({ verdict, face, checkedAt, owner, morning, lines }, () => {
    for (const text of morning === null ? [] : morningLines(morning, systemClock.now())) console.line(text);
    showLines(console, lines);
  });
  return verdict === 'problem' ? exitStatus.failed : exitStatus.ok;
};
