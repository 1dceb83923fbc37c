import type { Change } from '../../core/change/change.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import { compositeKey } from '../../core/model/grouping.ts';
import type { Service } from '../../core/model/model.ts';
import type { StorePorts } from '../../ports.ts';
import { inBatches } from './in-batches.ts';
import { keys } from './keys.ts';
import { needObject, readObject, writeObject } from './objects.ts';
import type { SurveyObject } from './run-objects.ts';
import type { Refusal } from './schemas/memory.ts';

/** Time before a retry: the offer of a plan changes rarely, and hourly retries would fail hourly. */
const freshMs = 7 * dayMs;

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
  const refusal: Refusal = { project, service, plan, cloud, at: isoInstant(clock.now()), message };
  await writeObject(store, keys.refusal(project, service), refusal);
};

/** Time after which a refusal without a retry is forgotten: the service is gone, or policy no longer selects it. */
const forgottenMs = 35 * dayMs;

/** How far clocks may differ: a clock that is behind must not make a run forget what another one learned. */
const aheadMs = dayMs;

type Marks = Pick<Service, 'refusal' | 'refusedBefore'>;

/** Marks refused services: the plan skips recent ones with the reason, and asks for the others again. */
export const withRefusals = async ({ store, clock }: StorePorts) => {
  const marks = new Map<string, Marks>();
  await inBatches(await store.list(keys.refusals), async (key) => {
    const refusal = await readObject<Refusal>(store, key);
    if (refusal === undefined) return;
    const { project, service, plan, cloud, message } = refusal;
    const ageMs = clock.now() - Date.parse(refusal.at);
    // A refusal from further in the future was stored by a clock that was ahead, and would hold for too long.
    if (ageMs >= forgottenMs || ageMs < -aheadMs) await store.delete(key);
    else {
      const mark: Marks = ageMs < freshMs ? { refusal: message } : { refusedBefore: true };
      marks.set(compositeKey(project, service, plan, cloud), mark);
    }
  });
  if (marks.size === 0) return (_: string, services: readonly Service[]) => services;
  return (project: string, services: readonly Service[]): readonly Service[] =>
    services.map((service) => {
      const mark = marks.get(compositeKey(project, service.name, service.plan, service.cloud));
      return mark === undefined ? service : { ...service, ...mark };
    });
};
