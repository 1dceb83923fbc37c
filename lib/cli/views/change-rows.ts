import type { Change } from '../../core/change/change.ts';
import { changedServices } from '../../core/change/changed-services.ts';

/** Columns of a table of changes. */
export const changeHead: readonly string[] = ['phase', 'project', 'service', 'change', 'maximum GB', 'reason'];

/** One row per service and phase, with a separate row for a search configuration. */
export const changeRows = (changes: readonly Change[]): string[][] =>
  changedServices(changes).map(({ phase, project, service, action, maximum, reason }) => [
    phase,
    project,
    service,
    action,
    maximum,
    reason,
  ]);

/** Number of services per action and rule. */
const counted = (changes: readonly Change[]): string[] => {
  const counts = new Map<string, number>();
  for (const { action, rule } of changedServices(changes)) {
    const text = `${action}${rule === '' ? '' : ` by rule "${rule}"`}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([action, count]) => `${count} × ${action}`);
};

/** The changes that the next reconcile would repeat after an undo, in one sentence. */
export const redoneText = (redone: readonly Change[]): string =>
  redone.length === 0
    ? 'The next reconcile does not repeat these changes.'
    : `The next reconcile would repeat: ${counted(redone).join(', ')}.`;
