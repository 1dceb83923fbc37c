import { dayOf, emptyHistory, type ProjectHistory, withDay } from '../../core/forecast/project-history.ts';
import type { Service } from '../../core/model/model.ts';
import type { StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { updateObject } from '../store/objects.ts';

/**
 * Records the provisioned sizes of a project in its history at the first reading of the day. Other readings write nothing.
 * @throws StoreUnavailable
 */
export const noteSizes = ({ store, clock }: StorePorts, project: string, services: readonly Service[]): Promise<void> =>
  updateObject<ProjectHistory>(store, keys.history(project), (before = emptyHistory) => {
    const after = withDay(before, dayOf(clock.now()), services);
    return after === before ? undefined : after;
  });
