import { type Change, maximumMove } from '../../../core/model/change.ts';
import type { Platform, Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { needObject } from '../../store/objects.ts';
import type { SurveyObject } from '../../store/run-objects.ts';

/**
 * Guards against lowering a maximum below what is provisioned: disks go on growing between survey and apply, and while
 * other changes of the same task are carried out, so each lower is preceded by one read of its service (design §12.1).
 * @returns a check that throws when the disk of the service is not what the plan was made for
 */
export const lowerGuard = (platform: Pick<Platform, 'getService'>, store: Store, runId: string) => {
  let planned: Promise<ReadonlyMap<string, number | null>> | undefined;
  const readPlanned = async (project: string) => {
    const { services } = await needObject<SurveyObject>(store, keys.snapshot(runId, project));
    return new Map(services.map(({ name, diskMb }) => [name, diskMb]));
  };
  return async (change: Change): Promise<void> => {
    const { project, service } = change;
    if (maximumMove(change) !== 'lower' || service === null) return;
    planned ??= readPlanned(project);
    const before = (await planned).get(service) ?? 0;
    const now = await platform.getService(project, service);
    // One that is gone has nothing provisioned.
    if (now === undefined) return;
    if (now.diskMb === null)
      throw new Error('the platform does not say how large the disk is now; the next run decides anew');
    if (now.diskMb <= before) return;
    throw new Error(
      `the disk has grown from ${before} MB to ${now.diskMb} MB since the plan was made, so the maximum is not lowered now; ` +
        'the next run decides anew',
    );
  };
};
