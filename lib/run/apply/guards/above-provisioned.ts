import { maximumMove } from '../../../core/change/change.ts';
import type { Platform } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { needObject } from '../../store/objects.ts';
import type { SurveyObject } from '../../store/run-objects.ts';
import type { Guard, GuardContext } from './guard.ts';

/**
 * Never lowers a maximum below the provisioned size: disks keep growing between survey and apply, and during other changes
 * of the same task, so one read of the service precedes each lower (design §12.1).
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
    // A deleted service has nothing provisioned.
    if (now === undefined) return undefined;
    if (now.diskMb === null) return 'the platform does not report the current disk size; the next run decides again';
    if (now.diskMb <= before) return undefined;
    return (
      `the disk has grown from ${before} MB to ${now.diskMb} MB since the plan, so the maximum is not lowered now; ` +
      'the next run decides again'
    );
  };
};
