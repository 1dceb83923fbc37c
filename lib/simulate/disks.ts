import { dayMs, hourMs } from '../core/model/durations.ts';
import type { Tags } from '../core/model/model.ts';
import { type Money, monthlyPrice } from '../core/model/money.ts';
import { mbPerGb, wholeGb } from '../core/model/sizes.ts';
import { effectiveTags, unowned } from '../core/policy/effective-tags.ts';
import type { LivedDay, LivedService } from '../core/twin/life.ts';
import { type Disk, disksOf, type Edge, fullTimeOf } from '../platform/index.ts';

/** The disks of an organization, read from the platform's own state and not from what Headroom says of them. */

/** Tags that name the environment of a service, and their values for production. */
const environmentTags = ['env', 'environment', 'stage'];
const productionValues = new Set(['prod', 'production', 'prd', 'live']);

const productionName = /(?:^|[-_.])(?:prod|production|prd)(?:[-_.]|$)/;

/**
 * Whether a service is in production: by the first environment tag of the service or its project, else by a part `prod` or
 * `production` of the project's name.
 */
export const isProduction = (project: string, projectTags: Tags, serviceTags: Tags): boolean => {
  const tags = effectiveTags(projectTags, serviceTags);
  const environment = environmentTags.flatMap((name) => tags.get(name)?.value.trim().toLowerCase() || []).at(0);
  return environment === undefined ? productionName.test(project) : productionValues.has(environment);
};

/** Monthly cost of additional storage; 0 without a price, and for a service that is powered off. */
const monthlyCost = ({ service, hourlyPerGb = '' }: Disk, mb: number): Money => {
  const price = service.state === 'POWEROFF' ? null : monthlyPrice(hourlyPerGb);
  return price === null ? 0n : (price * BigInt(mb)) / BigInt(mbPerGb);
};

const production = ({ project: { name, tags }, service }: Disk): boolean => isProduction(name, tags, service.tags);

/** The organization at this moment, for the curves. */
export const dayOf = (edge: Edge): LivedDay => {
  const day = { full: 0, productionFull: 0, provisioned: 0n, worstCase: 0n };
  for (const disk of disksOf(edge)) {
    const { service, usedMb, additionalMb, maximumMb } = disk;
    day.provisioned += monthlyCost(disk, additionalMb);
    day.worstCase += monthlyCost(disk, maximumMb);
    if (service.state === 'POWEROFF' || service.diskMb === 0 || usedMb < service.diskMb) continue;
    day.full += 1;
    if (production(disk)) day.productionFull += 1;
  }
  return day;
};

/** Additional GB of all services now, and with every disk at its maximum. */
export const gbOf = (edge: Edge): { readonly gb: number; readonly maximumGb: number } => {
  const all = disksOf(edge);
  const sum = (mbOf: (disk: Disk) => number) => wholeGb(all.reduce((mb, disk) => mb + mbOf(disk), 0));
  return { gb: sum(({ additionalMb }) => additionalMb), maximumGb: sum(({ maximumMb }) => maximumMb) };
};

/** Tags that name an owner, the most usual first. */
const ownerTags = ['owner', 'team'];

const ownerOf = ({ project, service }: Disk): string => {
  const tags = effectiveTags(project.tags, service.tags);
  return ownerTags.flatMap((name) => tags.get(name)?.value.trim() || []).at(0) ?? unowned;
};

const tenths = (ms: number): number => Math.round((ms * 10) / hourMs) / 10;

/** How long the disk of every service was full since the start. */
export const livedServices = (edge: Edge, startMs: number): LivedService[] => {
  const nowMs = edge.clock.nowMs();
  return disksOf(edge).map((disk) => {
    const { project, service } = disk;
    const { ms, firstMs } = fullTimeOf(service, startMs, nowMs);
    return {
      project: project.name,
      service: service.name,
      owner: ownerOf(disk),
      isProduction: production(disk),
      fullHours: tenths(ms),
      firstFullDay: firstMs === null ? null : Math.floor((firstMs - startMs) / dayMs),
    };
  });
};
