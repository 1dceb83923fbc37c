import { OutOfTime } from '../../contract/errors.ts';
import type { ChangeResult } from '../../core/change/change.ts';
import type { FreedDisk } from '../../core/inventory/freed-disks.ts';
import type { ListedService, Platform } from '../../ports.ts';
import { errorText } from './progress.ts';

/**
 * The releases of a project in a run, after they were read back (docs/internals/decisions.md, "A release frees money only after a look that
 * follows it").
 */
export interface ReleasedProject {
  readonly runId: string;
  readonly project: string;
  readonly results: readonly ChangeResult[];
  /** Whether the task is called again if it has no time for the look. */
  readonly isRepeated: boolean;
}

/** Why a release freed less money than the plan gives to others; undefined if it freed all of it. */
export type FreedCheck = (disk: FreedDisk) => string | undefined;

const freedCheckIn = (
  { project, results }: ReleasedProject,
  services: ReadonlyMap<string, ListedService>,
): FreedCheck => {
  const removed = new Set(results.map((result) => (result.kind === 'delete-integration' ? result.integrationId : '')));
  return ({ service: name, mostMb }) => {
    const service = services.get(name);
    // A deleted service has nothing provisioned; an empty list proves nothing.
    if (service === undefined) return services.size > 0 ? undefined : `project ${project} lists no services`;
    const isOld = service.integrations?.some(({ id }) => removed.has(id)) ?? false;
    if (isOld) return `project ${project} still lists the autoscaler of ${name}`;
    if (service.diskMb === null) return `the platform does not report the disk size of ${project}/${name}`;
    if (service.diskMb <= mostMb) return undefined;
    return `the disk of ${project}/${name} has grown to ${service.diskMb} MB since the plan, which counts ${mostMb} MB`;
  };
};

/**
 * Reads the disks of a project after its releases, with one call. Before a release a disk may grow at any moment, also
 * between the last look and the write. After it the disk has no autoscaler, or one with the smaller maximum, and grows no
 * further than that: only a look that comes later proves how much money is free.
 * @throws OutOfTime if the task is called again
 */
export const lookAfterRelease = async (
  platform: Pick<Platform, 'listServices'>,
  released: ReleasedProject,
): Promise<FreedCheck> => {
  const { project, isRepeated } = released;
  try {
    const services = await platform.listServices(project);
    return freedCheckIn(released, new Map(services.map((service) => [service.name, service])));
  } catch (error) {
    if (isRepeated && error instanceof OutOfTime) throw error;
    return () => `the disks of project ${project} cannot be read after its releases (${errorText(error)})`;
  }
};
