import { maximumMove } from '../../../core/change/change.ts';
import type { Platform } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { needObject } from '../../store/objects.ts';
import type { SurveyObject } from '../../store/run-objects.ts';
import type { Guard, GuardContext } from './guard.ts';

/**
 * Guards against lowering a maximum below what is provisioned: disks go on growing between survey and apply, and while
 * other changes of the same task are carried out, so each lower is preceded by one read of its service (design §12.1).
 */
export const aboveProvisioned = ({
  platform,
  store,
  runId,
}: Pick<GuardContext, 'store' | 'runId'> & { readonly platform: Pick<Platform, 'getService'> }): Guard => {
  let planned: Promise<ReadonlyMap<string, number | null>> | undefined;
  const readPlanned = async (project: string) => {
    const { services } = await needObject<SurveyObject>(store, keys.snapshot(runId, project));
    return new Map(services.map(({ name, diskMb }) => [name, diskMb]));
  };
  return async (change) => {
    const { project, service } = change;
    if (maximumMove(change) !== 'lower' || service === null) return undefined;
    planned ??= readPlanned(project);
    const before = (await planned).get(service) ?? 0;
    const now = await platform.getService(project, service);
    // One that is gone has nothing provisioned.
    if (now === undefined) return undefined;
    if (now.diskMb === null) return 'the platform does not say how large the disk is now; the next run decides anew';
    if (now.diskMb <= before) return undefined;
    return (
      `the disk has grown from ${before} MB to ${now.diskMb} MB since the plan was made, so the maximum is not lowered now; ` +
      'the next run decides anew'
    );
  };
};
