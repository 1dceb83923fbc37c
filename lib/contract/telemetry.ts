/**
 * Names under which functions emit metrics and alarms look for them. Each costs money as long as something is emitted, so
 * there are few, all with the same single dimension, and none is emitted for a value of 0 but those that say "alive".
 */
export const telemetry = {
  namespace: 'Headroom',
  /** The one dimension of every metric. */
  dimensions: { service: 'headroom' },
  metrics: {
    /** A run came to its end, whatever its outcome but `refused`; none for hours means that nothing is watched over. */
    runsEnded: 'RunsEnded',
    /** A run ended as `failed`. */
    runsFailed: 'RunsFailed',
    /** A plan waits for a person's approval. */
    plansWaiting: 'PlansWaiting',
    /** Changes that were seen to have taken effect. */
    changesConfirmed: 'ChangesConfirmed',
    /** Changes that failed, were skipped after a failure, or were not seen to have taken effect. */
    changesUnfinished: 'ChangesUnfinished',
    /** Projects whose services could not be read in a run, or whose event log could not be read. */
    projectsUnread: 'ProjectsUnread',
    /** Events that were handed to the workflow and could not be read. */
    eventsUnreadable: 'EventsUnreadable',
    /** A look for new services found that for two hours no heartbeat has come back. */
    heartbeatMissing: 'HelloMissing',
  },
} as const;

export type MetricName = (typeof telemetry)['metrics'][keyof (typeof telemetry)['metrics']];
