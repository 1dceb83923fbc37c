import type { Change, ChangeOf } from '../../../core/model/change.ts';
import type { Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { readObject } from '../../store/objects.ts';
import type { ChangeList, ResultList } from '../../store/run-objects.ts';

/** Endpoints of the project that the run was to change before anything is granted, and that nobody saw changed. */
const unready = async (store: Store, runId: string, project: string): Promise<ReadonlySet<string>> => {
  const planned = await readObject<ChangeList>(store, keys.changes(runId, 'release', project));
  const results = await readObject<ResultList>(store, keys.results(runId, 'release', project));
  const changed = ({ endpointId }: ChangeOf<'update-endpoint'>) =>
    results?.some(
      (result) =>
        result.kind === 'update-endpoint' && result.endpointId === endpointId && result.status === 'confirmed',
    );
  const lowers = (planned ?? []).filter((change) => change.kind === 'update-endpoint');
  const waiting = lowers.filter((change) => !changed(change));
  return new Set(waiting.map(({ endpointName }) => endpointName));
};

/**
 * Makes a check whether a service would be tied to an endpoint whose maximum was to be lowered first and is not: it would
 * get more than policy says. What was to be lowered is asked for once.
 * @returns why the change must not be carried out, or undefined when nothing stands against it
 */
export const readyGuard = (store: Store, runId: string) => {
  let asked: Promise<ReadonlySet<string>> | undefined;
  return async (change: Change): Promise<string | undefined> => {
    if (change.kind !== 'create-integration' || change.endpointId === null) return undefined;
    const { project, endpointName } = change;
    asked ??= unready(store, runId, project);
    if (!(await asked).has(endpointName)) return undefined;
    return `endpoint ${endpointName} was to be lowered first and is not; the next run tries again`;
  };
};
