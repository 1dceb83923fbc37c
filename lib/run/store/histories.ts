import { emptyHistory, type ProjectHistory } from '../../core/forecast/project-history.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from './in-batches.ts';
import { type OpenRecord, openRecord } from './objects.ts';

/** The history in a record; empty if there is none yet. */
export const historyIn = async (opened: OpenRecord): Promise<ProjectHistory> =>
  (await opened<ProjectHistory>('history')) ?? emptyHistory;

/** The history of one project. */
export const readHistory = async (store: Store, project: string): Promise<ProjectHistory> =>
  historyIn(await openRecord(store, project));

/** Histories by project name. */
export const readHistories = async (
  store: Store,
  projects: readonly { readonly name: string }[],
): Promise<Map<string, ProjectHistory>> =>
  new Map(await inBatches(projects, async ({ name }) => [name, await readHistory(store, name)] as const));
