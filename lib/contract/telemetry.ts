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
    /** Changes that failed, were skipped after a failure, or whose effect was not read back. */
    changesUnfinished: 'ChangesUnfinished',
    /** Projects whose services or event log could not be read. */
    projectsUnread: 'ProjectsUnread',
    /** Plans of which the oldest reading was past twice the promised age. */
    readingsOverdue: 'ReadingsOverdue',
    /** Calls after which a function had used nearly all of its memory, or of its time. */
    functionsNearLimit: 'FunctionsNearLimit',
    /** Runs that went by the last valid policy, because the one in the store is invalid. */
    policyInvalid: 'PolicyInvalid',
    /** Events of a run that the bus did not take at its end. */
    eventsUnpublished: 'EventsUnpublished',
    /** Unreadable events that reached the workflow. */
    eventsUnreadable: 'EventsUnreadable',
    /** No heartbeat has arrived for two hours. */
    heartbeatMissing: 'HelloMissing',
    /** Messages to channels that failed for good. */
    messagesDead: 'MessagesDead',
    /** Calls that counted what stays until a person looks (`alarming`). */
    needsPerson: 'NeedsPerson',
    /** Calls that left a change unfinished or a project unread. */
    workUnfinished: 'WorkUnfinished',
  },
} as const;

const { metrics } = telemetry;

/**
 * Metrics of one alarm each, and what each stands for: what loses nothing yet but stays until a person looks, and what the next
 * pass may finish by itself.
 */
export const alarming: Readonly<Record<'NeedsPerson' | 'WorkUnfinished', ReadonlySet<MetricName>>> = {
  [metrics.needsPerson]: new Set([
    metrics.policyInvalid,
    metrics.readingsOverdue,
    metrics.functionsNearLimit,
    metrics.eventsUnreadable,
    metrics.eventsUnpublished,
    metrics.messagesDead,
  ]),
  [metrics.workUnfinished]: new Set([metrics.changesUnfinished, metrics.projectsUnread]),
};

/** Metrics that every pass emits. AWS charges the others only for the hours in which something happened. */
export const regular: ReadonlySet<MetricName> = new Set([metrics.runsEnded]);

/** The dimension of a deployment's metrics. */
export const dimensionOf = (deployment: string) => ({ [telemetry.dimension]: deployment });

export type MetricName = (typeof telemetry)['metrics'][keyof (typeof telemetry)['metrics']];
