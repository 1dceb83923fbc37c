import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

export const minute = 60 * 1000;
export const hour = 60 * minute;

/** An empty store and a clock that only `pass` moves. */
export const leasePorts = () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  return { store: createMemoryStore(), clock: { now: () => now }, pass: (ms: number) => (now += ms) };
};
