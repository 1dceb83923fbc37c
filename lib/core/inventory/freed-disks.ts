import { type Change, detaches, maximumMove, updatesEndpoint } from '../change/change.ts';
import type { Service } from '../model/model.ts';
import { mbPerGb } from '../model/sizes.ts';
import { type PlanDisks, planSizesIn } from '../service/floor.ts';

/** A service whose release frees money of its budget: the money is free only while its disk is at most `mostMb` large. */
export interface FreedDisk {
  readonly service: string;
  readonly mostMb: number;
}

/** The disk with which the plan counts a service after one release; undefined if the release frees no money. */
const mostAfter = (change: Change, service: Service, sizesOf: ReturnType<typeof planSizesIn>): number | undefined => {
  // Without an autoscaler the disk costs its provisioned size. The deletion of the endpoint itself then frees nothing more.
  if (detaches(change)) return service.diskMb ?? 0;
  if (!updatesEndpoint(change) || maximumMove(change) !== 'lower') return undefined;
  const { kind, gb } = change.maximum;
  // Where the plan's own disk is unknown, all of the disk may be additional.
  const ownMb = kind === 'total' ? 0 : (sizesOf(service).planDiskMb ?? 0);
  return ownMb + gb * mbPerGb;
};

/**
 * The disks on which the money of some releases depends. A disk may grow until its autoscaler is gone or has its smaller
 * maximum, and storage that is provisioned stays; a larger disk than this costs money that the plan has given to others.
 * @param services as the plan saw them
 */
export const freedDisks = (
  releases: readonly Change[],
  services: readonly Service[],
  planDisks: PlanDisks,
): readonly FreedDisk[] => {
  const byName = new Map(services.map((service) => [service.name, service]));
  const disks = new Map<string, number>();
  const sizesOf = planSizesIn({ planDiskMb: planDisks });
  for (const change of releases) {
    const service = byName.get(change.service ?? '');
    const mostMb = service && mostAfter(change, service, sizesOf);
    if (service === undefined || mostMb === undefined) continue;
    disks.set(service.name, Math.min(mostMb, disks.get(service.name) ?? mostMb));
  }
  return [...disks].map(([service, mostMb]) => ({ service, mostMb }));
};
