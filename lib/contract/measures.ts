import type { TaskName } from './task-contract.ts';
import type { TaskInput, TaskOutput } from './tasks.ts';
import { type MetricName, telemetry } from './telemetry.ts';

const { metrics } = telemetry;

type Measures = Partial<Record<MetricName, number>>;

const nothing = (): Measures => ({});

/** Metrics of one call, by its task. */
const measuresOf: { readonly [N in TaskName]: (input: TaskInput<N>, output: TaskOutput<N>) => Measures } = {
  discover: (_, { unreadableEvents = 0, policyInvalid }) => ({
    [metrics.needsPerson]: unreadableEvents + (policyInvalid ? 1 : 0),
  }),
  survey: (_, { unread }) => ({ [metrics.workUnfinished]: unread }),
  ask: nothing,
  plan: (_, { readingsOverdue }) => ({ [metrics.needsPerson]: readingsOverdue ? 1 : 0 }),
  apply: (_, done) => ({
    [metrics.changesConfirmed]: done.confirmed,
    [metrics.workUnfinished]: done.unconfirmed + done.failed + done.skipped,
  }),
  report: (_, { outcome, unpublished = 0 }) => ({
    [metrics.runsEnded]: outcome === 'refused' ? 0 : 1,
    [metrics.runsFailed]: outcome === 'failed' ? 1 : 0,
    [metrics.needsPerson]: unpublished,
    [metrics.runsPartial]: outcome === 'partial' ? 1 : 0,
    [metrics.plansWaiting]: outcome === 'needs-approval' ? 1 : 0,
  }),
  'watch-services': (_, looked) => ({
    [metrics.workUnfinished]: looked.unreadable,
    [metrics.heartbeatMissing]: looked.heartbeatOverdue ? 1 : 0,
  }),
  deliver: (_, { dead }) => ({ [metrics.needsPerson]: dead }),
  'rotate-token': nothing,
  'retire-token': nothing,
};

/** Metrics of one call of a task; zeros are omitted. */
export const measure = (task: TaskName, input: unknown, output: unknown): [MetricName, number][] => {
  // The task's contract has parsed both.
  const measures = (measuresOf[task] as (input: unknown, output: unknown) => Measures)(input, output);
  return (Object.entries(measures) as [MetricName, number][]).filter(([, value]) => value > 0);
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
  return isFull || isLate ? [[metrics.needsPerson, 1]] : [];
};
