import type { ProjectFacts } from '../../core/model/model.ts';
import type { Store } from '../../ports.ts';
import { keys } from './keys.ts';
import { needObject } from './objects.ts';
import type { RunObject } from './run-objects.ts';

/** The request and the initial facts of a run, which discover stored. @throws StoreDamaged */
export const readRun = (store: Store, runId: string): Promise<RunObject> =>
  needObject<RunObject>(store, keys.run(runId));

/** A project by its index in the run's list. */
export const projectAt = ({ runId, projects }: RunObject, index: number): ProjectFacts => {
  const project = projects[index];
  if (project === undefined) throw new Error(`run ${runId} has no project number ${index}`);
  return project;
};
