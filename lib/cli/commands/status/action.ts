import { isoInstant } from '../../../core/model/durations.ts';
import { worstOf } from '../../../core/status/status.ts';
import type { Status } from '../../../run/status/store-facts.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import { type Console, consoleOf } from '../../shell/console.ts';
import { awsStatus, openAwsParts } from '../../status/aws-status.ts';
import { localStatus } from '../../status/local-status.ts';
import { showLines } from '../../status/status-lines.ts';
import type { StatusFlags } from './options.ts';

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
  if (flags.deployments !== undefined) {
    const { run: ofDeployments } = await import('./deployments.ts');
    return ofDeployments(line, flags.deployments, flags);
  }
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
  } else showLines(console, lines);
  return verdict === 'problem' ? exitStatus.failed : exitStatus.ok;
};
