import type { Change, Phase } from '../../core/change/change.ts';
import type { Snapshot } from '../../core/model/model.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { needObject, readObject, writeObject } from '../store/objects.ts';
import type { ChangeList, PlannedProject } from '../store/run-objects.ts';

/**
 * Hands the changes of a stored plan over to the tasks that apply them: one object for each project with changes, with the reading
 * that they were planned from. Without it a task finds nothing to apply.
 */
export const handOverProjects = (
  store: Store,
  runId: string,
  changes: ReadonlyMap<string, readonly Change[]>,
  snapshots: readonly Snapshot[],
): Promise<unknown> =>
  inBatches(snapshots, async ({ project, services, endpoints, readAt }) => {
    const own = changes.get(project);
    if (own === undefined) return;
    const planned: PlannedProject = { changes: own, services, endpoints, readAt };
    await writeObject(store, keys.plannedProject(runId, project), planned);
  });

/** A project as the plan of a run saw it, with what the run carries out in it. @throws StoreDamaged */
export const plannedProject = (store: Store, runId: string, project: string): Promise<PlannedProject> =>
  needObject(store, keys.plannedProject(runId, project));

/**
 * The changes of one project in one phase that a run carries out, in the order of its plan; none where nothing was handed over.
 * @throws StoreDamaged
 */
export const changesOf = async (store: Store, runId: string, phase: Phase, project: string): Promise<ChangeList> => {
  const planned = await readObject<PlannedProject>(store, keys.plannedProject(runId, project));
  return (planned?.changes ?? []).filter((change) => change.phase === phase);
};
