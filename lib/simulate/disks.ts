import { dayMs, hourMs } from '../core/model/durations.ts';
import type { Money } from '../core/model/money.ts';
import { monthlyPrice } from '../core/model/price.ts';
import { wholeGb } from '../core/model/sizes.ts';
import { effectiveTags } from '../core/policy/effective-tags.ts';
import { unowned } from '../core/policy/owners.ts';
import type { LivedDay, LivedService } from '../core/twin/life.ts';
import { isProduction } from '../core/twin/production.ts';
import { evaluateUntil, limitMbOf } from '../platform/autoscaler/evaluation.ts';
import { fullTimeOf } from '../platform/autoscaler/full-time.ts';
import { usedMbAt } from '../platform/autoscaler/usage.ts';
import type { Edge } from '../platform/http/edge.ts';
import { additionalMb, mbPerGb, planOf, priceOf } from '../platform/state/catalogue.ts';
import type { PlatformState, Project, Service } from '../platform/state/state.ts';
import { integrationType } from '../wire/maximum.ts';

/** The disks of an organization, read from the platform's own state and not from what Headroom says of them. */

/** Largest disk that the autoscalers of each service allow, in MB, by service. */
const limitsOf = (state: PlatformState, { services, endpoints, integrations }: Project): Map<string, number> => {
  const limits = new Map<string, number>();
  for (const { type, service: name, endpointId } of integrations.values()) {
    const [service, endpoint] = [services.get(name), endpoints.get(endpointId)];
    if (type !== integrationType || service === undefined || endpoint === undefined) continue;
    const limitMb = limitMbOf(state, service, endpoint);
    if (limitMb !== undefined) limits.set(name, Math.max(limitMb, limits.get(name) ?? 0));
  }
  return limits;
};

/** Monthly cost of additional storage; 0 without a price, and for a service that is powered off. */
const monthlyCost = (state: PlatformState, service: Service, mb: number): Money => {
  const price = service.state === 'POWEROFF' ? null : monthlyPrice(priceOf(state, service)?.additionalGb ?? '');
  return price === null ? 0n : (price * BigInt(mb)) / BigInt(mbPerGb);
};

/**
 * Every service with its additional MB and those that it has once its disk has grown to its maximum, after everything that time
 * has done by now.
 */
const storageOf = ({ state, clock }: Edge) =>
  [...state.projects.values()].flatMap((project) => {
    evaluateUntil(state, project, clock.nowMs());
    const limits = limitsOf(state, project);
    return [...project.services.values()].map((service) => {
      const mb = additionalMb(state, service);
      const planMb = (planOf(state, service)?.diskGb ?? 0) * mbPerGb;
      return { project, service, mb, maximumMb: Math.max(mb, (limits.get(service.name) ?? 0) - planMb) };
    });
  });

const production = ({ name, tags }: Project, service: Service): boolean => isProduction(name, tags, service.tags);

/** The organization at this moment, for the curves. */
export const dayOf = (edge: Edge): LivedDay => {
  const { state, clock } = edge;
  const day = { full: 0, productionFull: 0, provisioned: 0n, worstCase: 0n };
  for (const { project, service, mb, maximumMb } of storageOf(edge)) {
    day.provisioned += monthlyCost(state, service, mb);
    day.worstCase += monthlyCost(state, service, maximumMb);
    if (service.state === 'POWEROFF' || service.diskMb === 0) continue;
    if (usedMbAt(service, clock.nowMs()) < service.diskMb) continue;
    day.full += 1;
    if (production(project, service)) day.productionFull += 1;
  }
  return day;
};

/** Additional GB of all services now, and with every disk at its maximum. */
export const gbOf = (edge: Edge): { readonly gb: number; readonly maximumGb: number } => {
  const all = storageOf(edge);
  const sum = (mbOf: (disk: (typeof all)[number]) => number) => wholeGb(all.reduce((mb, disk) => mb + mbOf(disk), 0));
  return { gb: sum(({ mb }) => mb), maximumGb: sum(({ maximumMb }) => maximumMb) };
};

/** Tags that name an owner, the most usual first. */
const ownerTags = ['owner', 'team'];

const ownerOf = (project: Project, service: Service): string => {
  const tags = effectiveTags(project.tags, service.tags);
  return ownerTags.flatMap((name) => tags.get(name)?.value.trim() || []).at(0) ?? unowned;
};

const tenths = (ms: number): number => Math.round((ms * 10) / hourMs) / 10;

/** How long the disk of every service was full since the start. */
export const livedServices = (edge: Edge, startMs: number): LivedService[] => {
  const nowMs = edge.clock.nowMs();
  return storageOf(edge).map(({ project, service }) => {
    const { ms, firstMs } = fullTimeOf(service, startMs, nowMs);
    return {
      project: project.name,
      service: service.name,
      owner: ownerOf(project, service),
      isProduction: production(project, service),
      fullHours: tenths(ms),
      firstFullDay: firstMs === null ? null : Math.floor((firstMs - startMs) / dayMs),
    };
  });
};
