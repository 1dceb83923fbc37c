import { dayOf, type ProjectHistory, withReadings } from '../core/forecast/project-history.ts';
import type { Lookup } from '../core/plan/lookups.ts';
import { readUse, type UsageLookup } from '../run/lookup/look-up.ts';
import { afterAnswer } from '../run/lookup/stored-answer.ts';
import type { LookupReader } from '../run/lookup/stored-lookups.ts';
import { keys } from '../run/store/keys.ts';
import type { StoredLookup } from '../run/store/run-objects.ts';
import type { SimulatedPlatform } from './platform.ts';

/** What the platform has answered, and how to ask it more. */
interface Answers {
  readonly reader: LookupReader;
  /** Makes lookups, one after the other. The use of disks goes into the histories. */
  readonly ask: (lookups: readonly Lookup[], histories: Map<string, ProjectHistory>) => Promise<void>;
}

/** The answers to the lookups of a life, in memory. */
export const createAnswers = ({ client: platform, clock }: Pick<SimulatedPlatform, 'client' | 'clock'>): Answers => {
  const answered = new Map<string, StoredLookup<unknown>>();
  const note = (key: string, answer: unknown) =>
    answered.set(key, afterAnswer(answered.get(key) as StoredLookup<unknown> | undefined, answer, clock.now()));

  const measure = async (lookup: UsageLookup, histories: Map<string, ProjectHistory>) => {
    const { project, service, diskMb } = lookup;
    const day = dayOf(clock.now());
    const history = histories.get(project);
    const before = history?.services.find(({ name }) => name === service);
    if (history === undefined || before === undefined || before.measuredDay === day) return;
    const { dated } = await readUse({ platform, clock }, lookup, before.measuredDay);
    const measured = withReadings(history.days, before, dated, { day, diskMb });
    const services = history.services.map((stored) => (stored === before ? measured : stored));
    histories.set(project, { ...history, services });
  };

  const ask: Answers['ask'] = async (lookups, histories) => {
    for (const lookup of lookups) {
      const { project } = lookup;
      if (lookup.kind === 'usage') await measure(lookup, histories);
      if (lookup.kind === 'plan-disk') {
        const { serviceType, plan } = lookup;
        note(keys.planDisk(serviceType, plan), await platform.planSpecification(project, serviceType, plan));
      }
      if (lookup.kind === 'price') {
        const { serviceType, plan, cloud } = lookup;
        note(keys.price(serviceType, plan, cloud), await platform.additionalGbPrice(project, serviceType, plan, cloud));
      }
    }
  };

  const reader: LookupReader = {
    clock,
    read: async <T>(key: string) => answered.get(key) as StoredLookup<T> | undefined,
    hasPrices: async () => [...answered].some(([key, { answer }]) => key.startsWith(keys.prices) && answer != null),
  };
  return { reader, ask };
};
