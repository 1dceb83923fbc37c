import type { CommandContext } from '../session-command.ts';
import { type ResizeCommand, type ResizeFlags, runResize } from './action.ts';

/** `headroom reclaim`: shows added storage that services no longer need, and removes what a person approves. */
const reclaim: ResizeCommand = {
  member: 'reclaim',
  isEnabled: (policy) => policy.reclaim?.enabled === true,
  off: 'reclaim is off: add "reclaim: { enabled: true }" to the policy',
  nothingWritten: 'Nothing was removed.',
  nothingToDo: 'Nothing can be reclaimed.',
  toApprove: 'To remove exactly this:',
  shortfall: 'Nothing was removed: nothing can be reclaimed now.',
  advice: 'Maximums stay as they are. To see the disks: headroom disks',
};

export const run = (context: CommandContext<ResizeFlags>, ...named: string[]): Promise<number> =>
  runResize(reclaim, context, named);
