import type { Progress } from '../../workflow/execution.ts';
import type { Console } from '../shell/console.ts';

/** Maps over projects: the list they iterate over, and its label on the console. */
const maps: Readonly<Record<string, { readonly list: string; readonly label: string }>> = {
  SurveyProjects: { list: 'projects', label: 'reading projects' },
  Release: { list: 'release', label: 'releasing' },
  Grant: { list: 'grant', label: 'granting' },
};

/** Number of projects of each item: an item is one project, or a batch of them. */
const sizesOf = (input: unknown, list: string): readonly number[] => {
  const lists = input as Readonly<Record<string, readonly unknown[] | undefined>>;
  return (lists[list] ?? []).map((item) => (Array.isArray(item) ? item.length : 1));
};

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

/** Shows the steps of a run as progress on the console: counts each project once, when its item is done. */
export const followRun = (console: Pick<Console, 'progress'>): ((progress: Progress) => void) => {
  const counts = new Map<string, { done: number; readonly sizes: readonly number[] }>();
  return ({ kind, state, item, value }) => {
    const map = maps[state];
    if (map === undefined || (kind !== 'entered' && kind !== 'item-done')) return;
    const count = counts.get(state) ?? { done: 0, sizes: sizesOf(value, map.list) };
    if (kind === 'item-done') count.done += count.sizes[item ?? -1] ?? 1;
    counts.set(state, count);
    console.progress(map.label, count.done, sum(count.sizes));
  };
};
