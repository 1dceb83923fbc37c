import type {
  applyTask,
  discoverTask,
  reportTask,
  surveyTask,
  TaskInput,
  TaskOutput,
  watchServicesTask,
} from '../contract/tasks.ts';
import { type MetricName, telemetry } from '../contract/telemetry.ts';

const { metrics } = telemetry;

export type Measures = Partial<Record<MetricName, number>>;

const measuresOf = {
  discover: (_: unknown, { unreadableEvents = 0 }: TaskOutput<typeof discoverTask>): Measures => ({
    [metrics.eventsUnreadable]: unreadableEvents,
  }),
  survey: ({ failure }: TaskInput<typeof surveyTask>): Measures => (failure ? { [metrics.projectsUnread]: 1 } : {}),
  apply: (_: unknown, done: TaskOutput<typeof applyTask>): Measures => ({
    [metrics.changesConfirmed]: done.confirmed,
    [metrics.changesUnfinished]: done.unconfirmed + done.failed + done.skipped,
  }),
  report: (_: unknown, { outcome }: TaskOutput<typeof reportTask>): Measures => ({
    // A refused run does not count, because it must not hide that no other run ends.
    [metrics.runsEnded]: outcome === 'refused' ? 0 : 1,
    [metrics.runsFailed]: outcome === 'failed' ? 1 : 0,
    [metrics.plansWaiting]: outcome === 'needs-approval' ? 1 : 0,
  }),
  'watch-services': (_: unknown, looked: TaskOutput<typeof watchServicesTask>): Measures => ({
    [metrics.projectsUnread]: looked.unreadable,
    [metrics.helloMissing]: looked.helloOverdue ? 1 : 0,
  }),
};

/** Metrics of one call of a task, without zeros (lib/contract/telemetry.ts). */
export const measure = (task: string, input: unknown, output: unknown): [MetricName, number][] => {
  const of = (measuresOf as Partial<Record<string, (input: unknown, output: unknown) => Measures>>)[task];
  return Object.entries(of?.(input, output) ?? {}).filter(([, value]) => value > 0) as [MetricName, number][];
};
