import type { Progress } from '../../local/workflow.ts';
import type { Console } from '../shell/console.ts';

/** Maps over projects: the list they iterate over, and its label on the console. */
const maps: Readonly<Record<string, { readonly list: string; readonly label: string }>> = {
  SurveyProjects: { list: 'projects', label: 'reading projects' },
  Release: { list: 'release', label: 'releasing' },
  Grant: { list: 'grant', label: 'granting' },
};

const sizeOf = (input: unknown, list: string): number => {
  const lists = input as Readonly<Record<string, readonly unknown[] | undefined>>;
  return lists[list]?.length ?? 0;
};

/** Shows the steps of a run as progress on the console: counts each project once, when it is done. */
export const followRun = (console: Pick<Console, 'progress'>): ((progress: Progress) => void) => {
  const counts = new Map<string, { done: number; total: number }>();
  return ({ kind, state, input }) => {
    const map = maps[state];
    if (map === undefined || (kind !== 'entered' && kind !== 'item-done')) return;
    const count = counts.get(state) ?? { done: 0, total: sizeOf(input, map.list) };
    if (kind === 'item-done') count.done += 1;
    counts.set(state, count);
    console.progress(map.label, count.done, count.total);
  };
};
