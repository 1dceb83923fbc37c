import type { CommandContext } from '../session-command.ts';
import { type ResizeCommand, type ResizeFlags, runResize } from './action.ts';

/** `headroom prepare`: shows disks that need free space before a known load, and grows what a person approves. */
const prepare: ResizeCommand = {
  member: 'prepare',
  isEnabled: (policy) => policy.prepare !== undefined,
  off: 'prepare is off: add an entry with name, match, before and room to prepare in the policy',
  nothingWritten: 'Nothing was grown.',
  nothingToDo: 'No disk needs to grow before a load whose lead time has begun.',
  toApprove: 'To grow exactly this:',
  shortfall: 'Nothing was grown: no disk needs it now.',
  advice: 'Maximums stay as they are. To see the disks: headroom disks',
};

export const run = (context: CommandContext<ResizeFlags>, ...named: string[]): Promise<number> =>
  runResize(prepare, context, named);
