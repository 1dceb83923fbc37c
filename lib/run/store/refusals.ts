import type { Change } from '../../core/change/change.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import type { Service } from '../../core/model/model.ts';
import type { StorePorts } from '../../ports.ts';
import { keys } from './keys.ts';
import { needObject, updateObject } from './objects.ts';
import type { SurveyObject } from './run-objects.ts';
import type { Refusal } from './schemas/memory.ts';

/** Time before a retry: the offer of a plan changes rarely, and hourly retries would fail hourly. */
const freshMs = 7 * dayMs;

/** Time after which a refusal without a retry is forgotten: the service is gone, or policy no longer selects it. */
const forgottenMs = 35 * dayMs;

/** How far clocks may differ: a clock that is behind must not make a run forget what another one learned. */
const aheadMs = dayMs;

type Marks = Pick<Service, 'refusal' | 'refusedBefore'>;

/** How a plan marks a service for its refusal: it skips a recent one with the reason, and asks for the others again. */
const markOf = ({ at, message }: Refusal, nowMs: number): Marks | undefined => {
  const ageMs = nowMs - Date.parse(at);
  // A refusal from further in the future was stored by a clock that was ahead, and would hold for too long.
  if (ageMs >= forgottenMs || ageMs < -aheadMs) return undefined;
  return ageMs < freshMs ? { refusal: message } : { refusedBefore: true };
};

/** Stores that the platform does not offer the autoscaler for the current plan and cloud of a service. */
export const noteRefusal = async (
  { store, clock }: StorePorts,
  runId: string,
  change: Change,
  message: string,
): Promise<void> => {
  const { project, service } = change;
  if (service === null) return;
  const { services } = await needObject<SurveyObject>(store, keys.snapshot(runId, project));
  const target = services.find(({ name }) => name === service);
  if (target === undefined) return;
  const { plan, cloud } = target;
  const refusal: Refusal = { service, plan, cloud, at: isoInstant(clock.now()), message };
  const isOther = (one: Refusal) => one.service !== service && markOf(one, clock.now()) !== undefined;
  await updateObject<readonly Refusal[]>(store, keys.refusals(project), (noted = []) => [
    ...noted.filter(isOther),
    refusal,
  ]);
};

/** Marks refused services, while they have the plan and the cloud with which they were refused. */
export const withRefusals = (
  services: readonly Service[],
  refusals: readonly Refusal[],
  nowMs: number,
): readonly Service[] => {
  if (refusals.length === 0) return services;
  const noted = new Map(refusals.map((refusal) => [refusal.service, refusal]));
  return services.map((service) => {
    const { name, plan, cloud } = service;
    const refusal = noted.get(name);
    return refusal?.plan === plan && refusal.cloud === cloud ? { ...service, ...markOf(refusal, nowMs) } : service;
  });
};
