import type { Change, Service } from '../core/model.ts';
import type { Clock, Store } from '../ports.ts';
import { inBatches } from './in-batches.ts';
import { keys, readObject, writeObject } from './objects.ts';

/** A plan or cloud may change; until then, asking every hour would fail every hour. */
const freshMs = 7 * 24 * 60 * 60 * 1000;

interface Refusal {
  readonly project: string;
  readonly service: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly message: string;
}

type RefusalPorts = { readonly store: Store; readonly clock: Clock };

/** Remembers that the platform does not offer the autoscaler to a service. */
export const noteRefusal = (
  { store, clock }: RefusalPorts,
  { project, service }: Change,
  message: string,
): Promise<void> => {
  const refusal: Refusal = { project, service, at: new Date(clock.now()).toISOString(), message };
  return writeObject(store, keys.refusal(project, service), refusal);
};

/** Marks the services that were refused lately, so that the plan leaves them alone and says why. */
export const withRefusals = async ({ store, clock }: RefusalPorts) => {
  const messages = new Map<string, string>();
  await inBatches(await store.list(keys.refusals), async (key) => {
    const refusal = await readObject<Refusal>(store, key);
    if (refusal === undefined) return;
    if (clock.now() - Date.parse(refusal.at) >= freshMs) await store.delete(key);
    else messages.set(JSON.stringify([refusal.project, refusal.service]), refusal.message);
  });
  return (project: string, services: readonly Service[]): Service[] =>
    services.map((service) => {
      const refusal = messages.get(JSON.stringify([project, service.name]));
      return refusal === undefined ? service : { ...service, refusal };
    });
};
