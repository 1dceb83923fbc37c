import type { Change } from '../../core/change/change.ts';
import { type ChangedService, changedServices } from '../../core/change/changed-services.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import type { Cell, Console } from '../shell/console.ts';
import { changeHead } from './change-rows.ts';
import { placesText } from './places.ts';

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

const actionCell = (action: string): Cell => markedCell(markOf(action), action);

/** Identical changes of several services, in the order of the first of each. */
const groupsOf = (changes: readonly ChangedService[]): ChangedService[][] => {
  const keyOf = ({ phase, action, maximum, reason }: ChangedService) => compositeKey(phase, action, maximum, reason);
  return [...groupBy(changes, keyOf).values()];
};

const groupRow = (group: readonly ChangedService[]): Cell[] => {
  const [first] = group;
  return first === undefined ? [] : [actionCell(first.action), placesText(group), first.maximum, first.reason];
};

const detailRow = (change: ChangedService, isData: boolean): Cell[] => {
  const { phase, project, service, action, maximum, reason } = change;
  return [phase, project, service, isData ? action : actionCell(action), maximum, reason];
};

const groupHead = ['change', 'services', 'maximum GB', 'reason'];

/** Columns of the table of changes. */
export const headOfChanges = ({ groups }: Pick<Console, 'groups'>): readonly string[] =>
  groups ? groupHead : changeHead;

/** Shows changes: one row for each service, or one for identical changes with their number. */
export const showChanges = (
  console: Pick<Console, 'groups' | 'isData' | 'line'>,
  changes: readonly Change[],
  table: Console['table'],
): void => {
  const all = changedServices(changes);
  if (!console.groups) {
    table(
      changeHead,
      all.map((change) => detailRow(change, console.isData)),
    );
    return;
  }
  const groups = groupsOf(all);
  table(groupHead, groups.map(groupRow));
  if (groups.length < all.length) console.line({ text: '--details shows a row for each service.', style: 'dim' });
};
