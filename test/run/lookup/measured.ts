import type { DiskReading } from '../../../lib/core/forecast/peak-use.ts';
import { dayOf, type ProjectHistory, type ServiceHistory } from '../../../lib/core/forecast/project-history.ts';
import { type Lookup, lookupText } from '../../../lib/core/plan/lookups.ts';
import type { Platform, Store } from '../../../lib/ports.ts';
import { lookUp } from '../../../lib/run/lookup/look-up.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import { askedPlatform, start } from './asked-platform.ts';

export const today = dayOf(start);
export const diskMb = 81_920;

export const aHistory = (name: string, some: Partial<ServiceHistory> = {}): ServiceHistory => ({
  name,
  lastDay: today,
  provisioned: [[today - 10, diskMb]],
  used: [],
  measuredDay: null,
  ...some,
});
export const days = Array.from({ length: 11 }, (_, n) => today - 10 + n);
export const usageOf = (service: string, project = 'shop'): Lookup => ({ kind: 'usage', project, service, diskMb });
export const reading = (percent: number, ageMs = 0): DiskReading => ({ timeMs: start - ageMs, percent });

/** A store in which these services of project `shop` have a history. */
export const storeOf = async (...services: readonly ServiceHistory[]): Promise<Store> => {
  const store = createMemoryStore();
  await writeObject(store, keys.history('shop'), { days, services } satisfies ProjectHistory);
  return store;
};

export type Usage = Platform['diskUsage'];

/** Asks about these services of a platform that reads so; what is stored of each afterwards. */
export const measured = async (
  store: Store,
  diskUsage: Usage,
  lookups: readonly Lookup[],
  lastAnswerAt?: Platform['lastAnswerAt'],
) => {
  const asking = askedPlatform({ diskUsage, ...(lastAnswerAt && { lastAnswerAt }) }, store);
  const asked: string[] = [];
  const note = (lookup: Lookup) => asked.push(lookupText(lookup));
  const ended = await lookUp(asking.ports, 'run-1', lookups, note).catch((error: Error) => error);
  const history = await readObject<ProjectHistory>(store, keys.history('shop'));
  const of = (name: string) => history?.services.find((one) => one.name === name);
  return { ended, asked, of, calls: asking.calls };
};
