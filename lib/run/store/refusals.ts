import type { Change } from '../../core/change/change.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import type { Service } from '../../core/model/model.ts';
import type { LoweredOption } from '../../core/model/search-configuration.ts';
import type { StorePorts } from '../../ports.ts';
import { keys } from './keys.ts';
import { needObject, updateObject } from './objects.ts';
import type { PlannedProject } from './run-objects.ts';
import type { Refusal } from './schemas/memory.ts';

/** Time before a retry: the offer of a plan changes rarely, and hourly retries would fail hourly. */
const freshMs = 7 * dayMs;

/** Time after which a refusal without a retry is forgotten: the service is gone, or policy no longer selects it. */
const forgottenMs = 35 * dayMs;

/** How far clocks may differ: a clock that is behind must not make a run forget what another one learned. */
const aheadMs = dayMs;

/** How a plan marks a service for its refusal: it skips a recent one with the reason, and asks for the others again. */
const refusalMark = ({ notOffered }: Refusal, nowMs: number): Pick<Service, 'refusal' | 'refusedBefore'> => {
  if (notOffered === undefined) return {};
  const ageMs = nowMs - Date.parse(notOffered.at);
  // A refusal from further in the future was stored by a clock that was ahead, and would hold for too long.
  if (ageMs >= forgottenMs || ageMs < -aheadMs) return {};
  return ageMs < freshMs ? { refusal: notOffered.message } : { refusedBefore: true };
};

type Refused = Pick<Service, 'name' | 'plan' | 'cloud'>;

const isAbout = (refusal: Refusal, { name, plan, cloud }: Refused): boolean =>
  refusal.service === name && refusal.plan === plan && refusal.cloud === cloud;

/** Notes what the platform refused of a service; one for another plan or cloud is forgotten. */
const noteOf = (
  { store, clock }: StorePorts,
  project: string,
  service: Refused,
  refusal: (noted: Refusal | undefined) => Pick<Refusal, 'notOffered' | 'lowered'>,
): Promise<void> => {
  const { name, plan, cloud } = service;
  const counts = (mark: Refusal) =>
    mark.lowered !== undefined || Object.keys(refusalMark(mark, clock.now())).length > 0;
  return updateObject<readonly Refusal[]>(store, keys.refusals(project), (refusals = []) => {
    const noted = refusals.find((mark) => isAbout(mark, service));
    return [
      ...refusals.filter((mark) => mark.service !== name && counts(mark)),
      { ...noted, service: name, plan, cloud, ...refusal(noted) },
    ];
  });
};

/** Stores that the platform does not offer the autoscaler for the current plan and cloud of a service. */
export const noteRefusal = async (ports: StorePorts, runId: string, change: Change, message: string): Promise<void> => {
  const { project, service } = change;
  const { services } = await needObject<PlannedProject>(ports.store, keys.plannedProject(runId, project));
  const target = services.find(({ name }) => name === service);
  if (target === undefined) return;
  await noteOf(ports, project, target, () => ({ notOffered: { at: isoInstant(ports.clock.now()), message } }));
};

/**
 * Stores the lowered options: the service permanently shows less than the baseline wants, and without this record every run
 * would write again.
 */
export const noteLowered = async (
  ports: StorePorts,
  project: string,
  service: Refused,
  fresh: readonly LoweredOption[],
): Promise<void> => {
  if (fresh.length === 0) return;
  const paths = new Set(fresh.map(({ path }) => path));
  await noteOf(ports, project, service, (noted) => ({
    lowered: [...(noted?.lowered ?? []).filter(({ path }) => !paths.has(path)), ...fresh],
  }));
};

/** Marks services with what the platform refused of them, while they have the plan and the cloud of that time. */
export const withRefusals = (
  services: readonly Service[],
  refusals: readonly Refusal[],
  nowMs: number,
): readonly Service[] => {
  if (refusals.length === 0) return services;
  const noted = new Map(refusals.map((refusal) => [refusal.service, refusal]));
  return services.map((service) => {
    const refusal = noted.get(service.name);
    if (refusal === undefined || !isAbout(refusal, service)) return service;
    return { ...service, ...refusalMark(refusal, nowMs), ...(refusal.lowered && { lowered: refusal.lowered }) };
  });
};
