import type { Change } from '../core/model.ts';
import type { Platform, Store } from '../ports.ts';
import { keys, needObject, type SurveyObject } from './objects.ts';

const sizes = (services: SurveyObject['services'] | Awaited<ReturnType<Platform['listServices']>>) =>
  new Map(services.map(({ name, diskMb }) => [name, diskMb]));

/**
 * Guards against lowering a maximum below what is provisioned: disks go on growing between survey and apply, so before
 * the first lower of a project its services are read once more.
 * @returns a check that throws when the disk of the service is not what the plan was made for
 */
export const lowerGuard = (platform: Platform, store: Store, runId: string) => {
  let read: Promise<{ planned: Map<string, number | null>; now: Map<string, number | null> }> | undefined;
  const readSizes = async (project: string) => {
    const { services } = await needObject<SurveyObject>(store, keys.snapshot(runId, project));
    return { planned: sizes(services), now: sizes(await platform.listServices(project)) };
  };
  return async ({ kind, project, service, fromGb, toGb }: Change): Promise<void> => {
    if (kind !== 'update-endpoint' || toGb >= fromGb) return;
    read ??= readSizes(project);
    const { planned, now } = await read;
    const [before, after] = [planned.get(service) ?? 0, now.get(service)];
    if (after === null)
      throw new Error('the platform does not say how large the disk is now; the next run decides anew');
    // One that is gone has nothing provisioned.
    if (after === undefined || after <= before) return;
    throw new Error(
      `the disk has grown from ${before} MB to ${after} MB since the plan was made, so the maximum is not lowered now; ` +
        'the next run decides anew',
    );
  };
};
