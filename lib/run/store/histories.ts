import { dayOf, emptyHistory, type ProjectHistory, withDay } from '../../core/forecast/project-history.ts';
import type { Service } from '../../core/model/model.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { inBatches } from './in-batches.ts';
import { keys } from './keys.ts';
import { type OpenRecord, openRecord, updateObject } from './objects.ts';

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

/**
 * Records the provisioned sizes of a project in its history at the first reading of the day. Other readings write nothing.
 * @throws StoreUnavailable
 */
export const noteSizes = ({ store, clock }: StorePorts, project: string, services: readonly Service[]): Promise<void> =>
  updateObject<ProjectHistory>(store, keys.history(project), (before = emptyHistory) => {
    const after = withDay(before, dayOf(clock.now()), services);
    return after === before ? undefined : after;
  });
