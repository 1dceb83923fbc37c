/**
 * Metrics that functions emit and alarms watch. Each one costs money while it is emitted, so there are few, all with the
 * same single dimension, and only those that mean "alive" are emitted when 0.
 */
export const telemetry = {
  namespace: 'Headroom',
  /** The one dimension of every metric; its value is the name of the deployment, so that several in one account stay apart. */
  dimension: 'service',
  metrics: {
    /**
     * Runs that ended with any outcome but `refused`, and `coalesced` into a run that reads; none for hours means that Headroom
     * does not work.
     */
    runsEnded: 'RunsEnded',
    /** Runs that ended as `failed`. */
    runsFailed: 'RunsFailed',
    /** Plans that need approval. */
    plansWaiting: 'PlansWaiting',
    /** Changes whose effect was read back. */
    changesConfirmed: 'ChangesConfirmed',
    /** Changes that failed, were skipped after a failure, or whose effect was not read back. */
    changesUnfinished: 'ChangesUnfinished',
    /** Projects whose services or event log could not be read. */
    projectsUnread: 'ProjectsUnread',
    /** Plans of which the oldest reading was past twice the promised age. */
    readingsOverdue: 'ReadingsOverdue',
    /** Unreadable events that reached the workflow. */
    eventsUnreadable: 'EventsUnreadable',
    /** No heartbeat has arrived for two hours. */
    heartbeatMissing: 'HelloMissing',
  },
} as const;

/** The dimension of a deployment's metrics. */
export const dimensionOf = (deployment: string) => ({ [telemetry.dimension]: deployment });

export type MetricName = (typeof telemetry)['metrics'][keyof (typeof telemetry)['metrics']];
