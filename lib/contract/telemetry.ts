/**
 * Metrics that functions emit and alarms watch. Each one costs money while it is emitted, so there are few, all with the
 * same single dimension, and a count of 0 is not emitted.
 */
export const telemetry = {
  namespace: 'Headroom',
  /** The one dimension of every metric; its value is the name of the deployment, so that several in one account stay apart. */
  dimension: 'service',
  metrics: {
    /** Runs that ended with any outcome but `refused`; none for hours means that Headroom does not work. */
    runsEnded: 'RunsEnded',
    /** Runs that ended as `failed`. */
    runsFailed: 'RunsFailed',
    /** Runs that ended as `partial`. */
    runsPartial: 'RunsPartial',
    /** Plans that need approval. */
    plansWaiting: 'PlansWaiting',
    /** Changes whose effect was read back. */
    changesConfirmed: 'ChangesConfirmed',
    /** No heartbeat has arrived for two hours. */
    heartbeatMissing: 'HelloMissing',
    /**
     * What loses nothing yet but stays until a person looks: runs by the last valid policy, plans with an overdue reading, calls that
     * nearly used up the memory or time of their function, events that were unreadable or not published, dead messages.
     */
    needsPerson: 'NeedsPerson',
    /**
     * What the next pass may finish by itself: changes that failed, were skipped after a failure or not read back, and projects whose
     * services or event log could not be read.
     */
    workUnfinished: 'WorkUnfinished',
  },
} as const;

const { metrics } = telemetry;

/** Metrics that every pass emits. AWS charges the others only for the hours in which something happened. */
export const regular: ReadonlySet<MetricName> = new Set([metrics.runsEnded]);

/** The dimension of a deployment's metrics. */
export const dimensionOf = (deployment: string) => ({ [telemetry.dimension]: deployment });

export type MetricName = (typeof telemetry)['metrics'][keyof (typeof telemetry)['metrics']];
