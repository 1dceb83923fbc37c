import { attaches, type ChangeOf, resultsOf, updatesEndpoint } from '../../../core/change/change.ts';
import type { Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { readObject } from '../../store/objects.ts';
import type { EndList } from '../../store/run-objects.ts';
import { changesOf } from '../planned-project.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/** Endpoints of the project that the release phase should have lowered, without confirmation. */
const unready = async (store: Store, runId: string, project: string): Promise<ReadonlySet<string>> => {
  const planned = await changesOf(store, runId, 'release', project);
  const ends = (await readObject<EndList>(store, keys.results(runId, 'release', project))) ?? [];
  const results = resultsOf(planned, ends);
  const changed = ({ endpointId }: ChangeOf<'update-endpoint'>) =>
    results.some(
      (result) => updatesEndpoint(result) && result.endpointId === endpointId && result.status === 'confirmed',
    );
  const lowers = planned.filter(updatesEndpoint);
  const waiting = lowers.filter((change) => !changed(change));
  return new Set(waiting.map(({ endpointName }) => endpointName));
};

/**
 * Blocks the attachment of a service to an endpoint whose planned lower is unconfirmed: the service would get more than the
 * policy allows. Reads the planned lowers once.
 */
export const endpointReady = ({ store, runId }: Pick<WriteCheckInput, 'store' | 'runId'>): WriteCheck => {
  let notReady: Promise<ReadonlySet<string>> | undefined;
  return async (change) => {
    if (!attaches(change) || change.endpointId === null) return undefined;
    const { project, endpointName } = change;
    notReady ??= unready(store, runId, project);
    if (!(await notReady).has(endpointName)) return undefined;
    return `the planned lower of endpoint ${endpointName} is not confirmed; the next run retries`;
  };
};
