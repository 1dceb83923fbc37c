import type { Change } from '../../core/change/change.ts';
import { type ChangedService, changedServices } from '../../core/change/changed-services.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { type Cell, type Column, notTerminal, showRows } from '../shell/columns.ts';
import type { Console } from '../shell/console.ts';
import { serviceColumns, servicesColumn } from './service-names.ts';

/** `+` adds an autoscaler, `-` removes one, `~` changes one. */
const marks = {
  '+': 'green',
  '~': 'yellow',
  '-': 'red',
} as const;

const markOf = (action: string): keyof typeof marks => {
  if (action === 'enable') return '+';
  return action === 'disable' || action === 'remove unused endpoint' ? '-' : '~';
};

/** A word with its mark, in the colour of the mark. */
export const markedCell = (mark: keyof typeof marks, text: string): Cell => ({
  text: `${mark} ${text}`,
  style: marks[mark],
});

/** Columns of a table of changes: one row per service and phase, with a separate row for a search configuration. */
export const changeColumns: readonly Column<ChangedService>[] = [
  { name: 'phase', cell: ({ phase }) => phase, readers: notTerminal },
  ...serviceColumns,
  {
    name: 'change',
    cell: ({ action }, reader) => (reader === 'program' ? action : markedCell(markOf(action), action)),
  },
  servicesColumn,
  { name: 'maximum GB', cell: ({ maximum }) => maximum },
  { name: 'reason', cell: ({ reason }) => reason },
];

/** Identical changes of several services, in the order of the first of each. */
const groupsOf = (changes: readonly ChangedService[]): ChangedService[][] => {
  const keyOf = ({ phase, action, maximum, reason }: ChangedService) => compositeKey(phase, action, maximum, reason);
  return [...groupBy(changes, keyOf).values()];
};

/** Shows changes: one row for each service, or one for identical changes with their number. */
export const showChanges = (
  { reader, line }: Pick<Console, 'reader' | 'line'>,
  changes: readonly Change[],
  show: Console['table'],
): void => {
  const all = changedServices(changes);
  showRows(show, reader, changeColumns, all, groupsOf);
  const isGrouped = reader === 'terminal' && groupsOf(all).length < all.length;
  if (isGrouped) line({ text: '--details shows a row for each service.', style: 'dim' });
};

/** Number of services per action and rule. */
const counted = (changes: readonly Change[]): string[] => {
  const textOf = ({ action, rule }: ChangedService) => `${action}${rule === '' ? '' : ` by rule "${rule}"`}`;
  return [...groupBy(changedServices(changes), textOf)].map(([action, { length }]) => `${length} × ${action}`);
};

/** The changes that the next run would repeat after an undo, in one sentence. */
export const redoneText = (redone: readonly Change[]): string =>
  redone.length === 0
    ? 'The next run does not repeat these changes.'
    : `The next run would repeat: ${counted(redone).join(', ')}.`;
