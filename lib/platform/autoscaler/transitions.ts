import type { Tags } from '../../core/model/model.ts';
import { mbPerGb } from '../../core/model/sizes.ts';
import { badRequest, serviceNotFound } from '../protocol/refusal.ts';
import { additionalMb, planOf, sizingOf } from '../state/catalogue.ts';
import type { PlatformState, Project, Service, ServiceState, UserConfig } from '../state/state.ts';
import { chargeUntil } from './charges.ts';
import { rebuildUntil, restartMs, runInState } from './maintenance.ts';
import { noteUsage, usedMbAt } from './usage.ts';

/** Service changes other than growth. Each one first records charges and usage up to its moment. */

export const serviceOf = (project: Project, name: string | undefined): Service => {
  const service = project.services.get(name ?? '');
  if (service === undefined) throw serviceNotFound(name ?? '');
  return service;
};

/** Default maintenance window. */
export const usualMaintenance = { dow: 'sunday', time: '03:00:00' } as const;

interface NewService {
  readonly name: string;
  readonly type: string;
  readonly plan: string;
  readonly cloud: string;
  readonly diskMb?: number;
  readonly tags: Tags;
  readonly userConfig: UserConfig;
  readonly terminationProtection: boolean;
}

const mustBeOffered = (state: PlatformState, type: string, plan: string, cloud: string): void => {
  if (planOf(state, { type, plan }) === undefined) {
    throw badRequest(`Invalid 'plan': there is no plan ${plan} of service type ${type}`);
  }
  if (!state.clouds.has(cloud)) throw badRequest(`Invalid 'cloud': there is no cloud ${cloud}`);
};

type Placed = Pick<Service, 'type' | 'plan' | 'cloud'>;

/** A requested disk size must be one that dynamic sizing offers (pf 2.8). */
const mustBeSize = (state: PlatformState, placed: Placed, diskMb: number): void => {
  const planMb = (planOf(state, placed)?.diskGb ?? 0) * mbPerGb;
  const { capMb, stepMb } = sizingOf(state, placed) ?? { capMb: planMb, stepMb: mbPerGb };
  if (diskMb < planMb || diskMb > capMb || (diskMb - planMb) % stepMb !== 0) {
    throw badRequest(
      `Invalid 'disk_space_mb': must be from ${planMb} to ${capMb} in steps of ${stepMb} for plan ${placed.plan} in ${placed.cloud}`,
    );
  }
};

/**
 * Creates a service that runs at once; the caller adds it to a project.
 * @throws Refusal 400 for a plan, cloud or disk size that the platform does not offer
 */
export const newService = (state: PlatformState, requested: NewService, nowMs: number): Service => {
  const { diskMb, ...rest } = requested;
  mustBeOffered(state, requested.type, requested.plan, requested.cloud);
  if (diskMb !== undefined) mustBeSize(state, requested, diskMb);
  return {
    ...rest,
    createdMs: nowMs,
    updatedMs: nowMs,
    state: 'RUNNING',
    diskMb: diskMb ?? (planOf(state, requested)?.diskGb ?? 0) * mbPerGb,
    usage: { mb: 0, sinceMs: nowMs },
    growthMbPerDay: 0,
    turning: null,
    techEmails: [],
    maintenance: usualMaintenance,
    rebuild: null,
    growths: 0,
    usedBefore: [],
    reachedMb: null,
    months: [],
    chargedMs: nowMs,
  };
};

/** Deletes a service and its integrations; its charges stay with the project. */
export const removeService = (project: Project, service: Service): void => {
  project.services.delete(service.name);
  for (const { id, service: name, otherService } of project.integrations.values()) {
    if (name === service.name || otherService === service.name) project.integrations.delete(id);
  }
  const { months } = service;
  if (months.length > 0) project.deletedServices.push({ months });
};

interface ServiceChange {
  readonly plan?: string;
  readonly cloud?: string;
  readonly diskMb?: number;
  readonly state?: ServiceState;
}

/** Disk size after a move to another plan or cloud: additional storage moves along, up to the cap. */
const movedDiskMb = (state: PlatformState, service: Service, placed: Placed): number => {
  if (placed.plan === service.plan && placed.cloud === service.cloud) return service.diskMb;
  const planMb = (planOf(state, placed)?.diskGb ?? 0) * mbPerGb;
  const capMb = sizingOf(state, placed)?.capMb ?? planMb;
  return Math.min(planMb + additionalMb(state, service), capMb);
};

/** Share of the used space that the disk of another plan must have (pf 2.15). */
const planMarginPercent = 125;

/** The data must fit; after a change of the plan with a margin, additional storage included. */
const mustHold = (service: Service, plan: string, diskMb: number, usedMb: number): void => {
  const uses = `the ${usedMb} MB that service '${service.name}' uses`;
  if (diskMb < usedMb) throw badRequest(`A disk of ${diskMb} MB cannot hold ${uses}`);
  const leastMb = Math.ceil((usedMb * planMarginPercent) / 100);
  if (plan === service.plan || diskMb >= leastMb) return;
  throw badRequest(
    `A change to plan ${plan} needs a disk of at least ${leastMb} MB, ${planMarginPercent} % of ${uses}; it would have ${diskMb} MB`,
  );
};

/**
 * Changes plan, cloud, disk or state of a service. The nodes restart one after the other when storage is removed.
 * @throws Refusal 400 for an unavailable plan, cloud or size, and for a disk too small for its used space
 */
export const changeService = (state: PlatformState, service: Service, change: ServiceChange, nowMs: number): void => {
  const { type } = service;
  const placed = { type, plan: change.plan ?? service.plan, cloud: change.cloud ?? service.cloud };
  if (change.plan !== undefined || change.cloud !== undefined) mustBeOffered(state, type, placed.plan, placed.cloud);
  const isMoved = placed.plan !== service.plan || placed.cloud !== service.cloud;
  if (change.diskMb !== undefined && (isMoved || change.diskMb !== service.diskMb))
    mustBeSize(state, placed, change.diskMb);
  const diskMb = change.diskMb ?? movedDiskMb(state, service, placed);
  mustHold(service, placed.plan, diskMb, usedMbAt(service, nowMs));
  const addedMb = isMoved ? 0 : diskMb - service.diskMb;
  chargeUntil(state, service, nowMs);
  noteUsage(service, nowMs);
  service.plan = placed.plan;
  service.cloud = placed.cloud;
  service.diskMb = diskMb;
  service.updatedMs = nowMs;
  if (change.state !== undefined) runInState(service, change.state);
  else if (addedMb < 0 && service.state === 'RUNNING') rebuildUntil(service, nowMs + restartMs, false);
  // Another plan means other nodes, whose disks were never added to.
  if (isMoved) service.growths = 0;
  else if (addedMb > 0) service.growths += 1;
};
