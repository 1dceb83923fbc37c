import type { Store } from '../../../lib/ports.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { leaveRun } from '../stored.ts';

export const clock = { now: () => Date.parse('2030-01-01T00:00:00Z') };

/** Runs in the audit, from `run-1` on, each with two writes. */
export const audited = async (store: Store, runs: number) => {
  for (let run = 1; run <= runs; run += 1) {
    await leaveRun(store, `run-${run}`, ['a', 'b']);
    await sealRun({ store, clock }, `run-${run}`);
  }
};
