import { emptyHistory, type ProjectHistory } from '../../core/forecast/project-history.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from './in-batches.ts';
import { keys } from './keys.ts';
import { readObject } from './objects.ts';

/** The history of one project; empty if there is none yet. */
export const readHistory = async (store: Store, project: string): Promise<ProjectHistory> =>
  (await readObject<ProjectHistory>(store, keys.history(project))) ?? emptyHistory;

/** Histories by project name. */
export const readHistories = async (
  store: Store,
  projects: readonly { readonly name: string }[],
): Promise<Map<string, ProjectHistory>> => {
  const histories = new Map<string, ProjectHistory>();
  await inBatches(projects, async ({ name }) => {
    histories.set(name, await readHistory(store, name));
  });
  return histories;
};
