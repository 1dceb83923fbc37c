import type { TaskName } from '../contract/task-contract.ts';
import type { TaskInput, TaskOutput } from '../contract/tasks.ts';
import { type MetricName, telemetry } from '../contract/telemetry.ts';

const { metrics } = telemetry;

export type Measures = Partial<Record<MetricName, number>>;

const nothing = (): Measures => ({});

/** What is worth counting of a call, by its task. */
const measuresOf: { readonly [N in TaskName]: (input: TaskInput<N>, output: TaskOutput<N>) => Measures } = {
  discover: (_, { unreadableEvents = 0 }) => ({
    [metrics.eventsUnreadable]: unreadableEvents,
  }),
  survey: (_, { unread }) => ({ [metrics.projectsUnread]: unread }),
  ask: nothing,
  plan: (_, { readingsOverdue }) => (readingsOverdue ? { [metrics.readingsOverdue]: 1 } : {}),
  apply: (_, done) => ({
    [metrics.changesConfirmed]: done.confirmed,
    [metrics.changesUnfinished]: done.unconfirmed + done.failed + done.skipped,
  }),
  report: (_, { outcome, Error: error }) => ({
    // A run that did not do its work must not hide that no other run ends. A lease that is held shows that another one works.
    [metrics.runsEnded]: outcome === 'refused' || (outcome === 'coalesced' && error !== 'LeaseHeld') ? 0 : 1,
    [metrics.runsFailed]: outcome === 'failed' ? 1 : 0,
    [metrics.plansWaiting]: outcome === 'needs-approval' ? 1 : 0,
  }),
  'watch-services': (_, looked) => ({
    [metrics.projectsUnread]: looked.unreadable,
    [metrics.heartbeatMissing]: looked.heartbeatOverdue ? 1 : 0,
  }),
  deliver: nothing,
  'rotate-token': nothing,
  'retire-token': nothing,
};

/** What one call of a task is worth counting, as it went; zeros are left out (lib/contract/telemetry.ts). */
export const measure = (task: TaskName, input: unknown, output: unknown): [MetricName, number][] => {
  // The task's contract has parsed both.
  const measures = (measuresOf[task] as (input: unknown, output: unknown) => Measures)(input, output);
  return (Object.entries(measures) as [MetricName, number][]).filter(([, value]) => value > 0);
};
