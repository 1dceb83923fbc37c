import type { TaskName } from './task-contract.ts';
import type { TaskInput, TaskOutput } from './tasks.ts';
import { alarming, type MetricName, telemetry } from './telemetry.ts';

const { metrics } = telemetry;

type Measures = Partial<Record<MetricName, number>>;

const nothing = (): Measures => ({});

/** Metrics of one call, by its task. */
const measuresOf: { readonly [N in TaskName]: (input: TaskInput<N>, output: TaskOutput<N>) => Measures } = {
  discover: (_, { unreadableEvents = 0, policyInvalid }) => ({
    [metrics.policyInvalid]: policyInvalid ? 1 : 0,
    [metrics.eventsUnreadable]: unreadableEvents,
  }),
  survey: (_, { unread }) => ({ [metrics.projectsUnread]: unread }),
  ask: nothing,
  plan: (_, { readingsOverdue }) => ({ [metrics.readingsOverdue]: readingsOverdue ? 1 : 0 }),
  apply: (_, done) => ({
    [metrics.changesConfirmed]: done.confirmed,
    [metrics.changesUnfinished]: done.unconfirmed + done.failed + done.skipped,
  }),
  report: (_, { outcome, unpublished = 0 }) => ({
    [metrics.runsEnded]: outcome === 'refused' ? 0 : 1,
    [metrics.runsFailed]: outcome === 'failed' ? 1 : 0,
    [metrics.eventsUnpublished]: unpublished,
    [metrics.runsPartial]: outcome === 'partial' ? 1 : 0,
    [metrics.plansWaiting]: outcome === 'needs-approval' ? 1 : 0,
  }),
  'watch-services': (_, looked) => ({
    [metrics.projectsUnread]: looked.unreadable,
    [metrics.heartbeatMissing]: looked.heartbeatOverdue ? 1 : 0,
  }),
  deliver: (_, { dead }) => ({ [metrics.messagesDead]: dead }),
  'rotate-token': nothing,
  'retire-token': nothing,
};

/** Adds a count of 1 for each alarm that one of the counts raises. */
const withAlarms = (counts: readonly [MetricName, number][]): [MetricName, number][] => {
  const raised = (Object.keys(alarming) as (keyof typeof alarming)[]).filter((alarm) =>
    counts.some(([name]) => alarming[alarm].has(name)),
  );
  return [...counts, ...raised.map((alarm): [MetricName, number] => [alarm, 1])];
};

/** Metrics of one call of a task; zeros are omitted. */
export const measure = (task: TaskName, input: unknown, output: unknown): [MetricName, number][] => {
  // The task's contract has parsed both.
  const measures = (measuresOf[task] as (input: unknown, output: unknown) => Measures)(input, output);
  const counts = Object.entries(measures) as [MetricName, number][];
  return withAlarms(counts.filter(([, value]) => value > 0));
};

/** Memory of a function, in bytes. */
interface MemoryUse {
  readonly usedBytes: number;
  /** 0 if nothing limits it. */
  readonly limitBytes: number;
}

/** Part of the memory from which a function may soon be ended for lack of it. */
const nearlyAll = 0.9;

/** Part of the time that only a hung call uses up: states end their wait before it. */
const nearlyAllTime = 0.95;

/** Time of a call. */
interface TimeUse {
  readonly leftMs: number;
  /** The function's limit. */
  readonly seconds: number;
}

/** One, if a call left hardly any of the function's memory or of its time. */
export const measureLimits = (memory: MemoryUse, time: TimeUse): [MetricName, number][] => {
  const { usedBytes, limitBytes } = memory;
  const isFull = limitBytes > 0 && usedBytes >= nearlyAll * limitBytes;
  const isLate = time.leftMs <= (1 - nearlyAllTime) * time.seconds * 1000;
  return isFull || isLate ? withAlarms([[metrics.functionsNearLimit, 1]]) : [];
};
