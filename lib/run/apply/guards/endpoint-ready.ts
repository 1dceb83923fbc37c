import type { ChangeOf } from '../../../core/change/change.ts';
import type { Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { readObject } from '../../store/objects.ts';
import type { ChangeList, ResultList } from '../../store/run-objects.ts';
import type { Guard, GuardContext } from './guard.ts';

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
 * Holds back tying a service to an endpoint whose maximum was to be lowered first and is not: the service would get more
 * than policy says. What was to be lowered is asked for once.
 */
export const endpointReady = ({ store, runId }: Pick<GuardContext, 'store' | 'runId'>): Guard => {
  let asked: Promise<ReadonlySet<string>> | undefined;
  return async (change) => {
    if (change.kind !== 'create-integration' || change.endpointId === null) return undefined;
    const { project, endpointName } = change;
    asked ??= unready(store, runId, project);
    if (!(await asked).has(endpointName)) return undefined;
    return `endpoint ${endpointName} was to be lowered first and is not; the next run tries again`;
  };
};
