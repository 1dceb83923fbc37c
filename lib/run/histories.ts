import { dayOf, emptyHistory, type ProjectHistory, withDay } from '../core/project-history.ts';
import type { Clock, Store } from '../ports.ts';
import { inBatches } from './in-batches.ts';
import { keys, readObject, writeObject } from './objects.ts';

type HistoryPorts = { readonly store: Store; readonly clock: Clock };

/** The history of one project; empty when there is none yet. */
export const readHistory = async (store: Store, project: string): Promise<ProjectHistory> =>
  (await readObject<ProjectHistory>(store, keys.history(project))) ?? emptyHistory;

/** Histories of projects by their names. */
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

/**
 * Notes what is provisioned today, at the first look of the day at a project; later ones write nothing. Two looks at the
 * same time may both write, and write the same.
 */
export const recordDay = async (
  { store, clock }: HistoryPorts,
  project: string,
  services: readonly { readonly name: string; readonly diskMb: number | null }[],
): Promise<void> => {
  const before = await readHistory(store, project);
  const after = withDay(before, dayOf(clock.now()), services);
  if (after !== before) await writeObject(store, keys.history(project), after);
};
