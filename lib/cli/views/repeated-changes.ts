import type { Change } from '../../core/model/change.ts';
import { actionOf, byService } from './change-rows.ts';

/** Changes by what they come to and the rule that asks for it, with the number of services. */
const counted = (changes: readonly Change[]): string[] => {
  const counts = new Map<string, number>();
  for (const group of byService(changes)) {
    const rule = group[0]?.rule ?? '';
    const what = `${actionOf(group)}${rule === '' ? '' : ` by rule "${rule}"`}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} × ${what}`);
};

/** What the next reconcile would do again to services that an undo changes, in one sentence. */
export const redoneText = (redone: readonly Change[]): string =>
  redone.length === 0
    ? 'The policy leaves this undone: the next reconcile does not change it again.'
    : `The next reconcile would do again: ${counted(redone).join(', ')}.`;
