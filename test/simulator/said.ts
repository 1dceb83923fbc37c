import { measure } from '../../lib/contract/measures.ts';
import { tasks } from '../../lib/contract/tasks.ts';
import { dayMs } from '../../lib/core/model/durations.ts';
import { judgeDisks } from '../../lib/core/status/disks.ts';
import { judgeLastRun, judgeLease, judgeMode } from '../../lib/core/status/run.ts';
import { lineOf } from '../../lib/core/status/status.ts';
import type { Store } from '../../lib/ports.ts';
import { diskFacts } from '../../lib/run/status/disk-facts.ts';
import { lastReport, learn, readLease, readMode } from '../../lib/run/status/store-facts.ts';
import type { StatusSaid } from './laws/law.ts';
import type { CallSeen } from './surroundings/deployment.ts';

/** What Headroom says of itself, for the laws that compare it with the platform. */

/** Sums of the metrics that the functions of these calls emit. */
export const measured = (calls: readonly CallSeen[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { task, input, output } of calls) {
    if (output === undefined || !(task in tasks)) continue;
    const name = task as keyof typeof tasks;
    for (const [metric, value] of measure(name, input, output)) sums[metric] = (sums[metric] ?? 0) + value;
  }
  return sums;
};

/** The lines of `headroom status` that depend on the store alone. */
export const statusOf = async (store: Store, nowMs: number): Promise<StatusSaid[]> => {
  const mode = await learn(() => readMode(store));
  const report = await learn(() => lastReport(store));
  const disks = 'error' in report ? report : await learn(() => diskFacts(store, report.value, nowMs));
  const lease = await learn(() => readLease(store, nowMs, () => false));
  return [
    lineOf('mode', mode, (value) => judgeMode(value, true), ''),
    lineOf(
      'last run',
      report,
      (value) => judgeLastRun(value, { longestMsAgo: dayMs, isDue: true, remedy: '', approving: '' }, nowMs),
      '',
    ),
    lineOf('disks', disks, (value) => judgeDisks(value), ''),
    lineOf('lease', lease, judgeLease, ''),
  ];
};
