import type { Platform, PlatformPorts, Store } from '../../../lib/ports.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

export const start = Date.parse('2026-03-02T08:00:00Z');

/** The call that an error of the platform names. */
export const call = { method: 'GET', path: '/v1' };

type Asks = 'planSpecification' | 'additionalGbPrice' | 'diskUsage' | 'listEvents' | 'lastAnswerAt';

/** A platform that answers every lookup, unless a test says otherwise, and notes what it was asked. */
export const askedPlatform = (some: Partial<Pick<Platform, Asks>> = {}, store: Store = createMemoryStore()) => {
  const calls: string[] = [];
  let nowMs = start;
  const answers: Pick<Platform, Asks> = {
    planSpecification: async () => ({ diskMb: 81_920, capMb: 409_600 }),
    additionalGbPrice: async () => '0.15',
    diskUsage: async () => [],
    listEvents: async () => [],
    lastAnswerAt: () => new Date(nowMs).toISOString(),
    ...some,
  };
  const noted =
    <A extends string[], R>(kind: string, answer: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> => {
      calls.push([kind, ...given].join(' '));
      return answer(...given);
    };
  const platform = {
    planSpecification: noted('plan', answers.planSpecification),
    additionalGbPrice: noted('price', answers.additionalGbPrice),
    diskUsage: noted('usage', answers.diskUsage),
    listEvents: noted('events', answers.listEvents),
    lastAnswerAt: answers.lastAnswerAt,
  } as unknown as Platform;
  const ports: PlatformPorts = { store, platform, clock: { now: () => nowMs } };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { store, ports, calls, pass };
};
