import { PolicyInvalid, WorldMoved } from '../contract/errors.ts';
import { approvalRefusals } from '../contract/refusals.ts';
import { visible } from '../core/model/visible-text.ts';
import { ScenarioInvalid } from '../emulator/scenario/scenario-invalid.ts';
import { type CommandLine, exitStatus } from './shell/command-line.ts';
import { UsageError } from './shell/usage-error.ts';

/** Exit status of a command that failed. */
export const statusOf = (error: unknown, line: CommandLine): number => {
  if (line.signal.aborted) return exitStatus.interrupted;
  if (approvalRefusals.some((kind) => error instanceof kind)) return exitStatus.refused;
  return error instanceof UsageError ? exitStatus.usage : exitStatus.failed;
};

/** Errors with one line per problem. The code that throws them makes each line visible. */
const multilineErrors = [PolicyInvalid, ScenarioInvalid, WorldMoved];

/** The message of an error, in visible characters. */
export const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return multilineErrors.some((kind) => error instanceof kind) ? message : visible(message);
};
