import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IRule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { dimensionOf, type MetricName, telemetry } from '../../contract/telemetry.ts';

/** A metric that the functions of the construct's deployment emit; by default its sum over an hour. */
export const emitted = (scope: Construct, metricName: MetricName, options: MetricOptions = {}): Metric =>
  new Metric({
    namespace: telemetry.namespace,
    metricName,
    dimensionsMap: dimensionOf(Stack.of(scope).stackName),
    statistic: 'Sum',
    period: Duration.hours(1),
    ...options,
  });

/** How often a rule of the account's own bus found an event. */
export const triggered = ({ ruleName }: IRule, period: Duration): Metric =>
  new Metric({
    namespace: 'AWS/Events',
    metricName: 'TriggeredRules',
    dimensionsMap: { RuleName: ruleName },
    statistic: 'Sum',
    period,
  });

const { metrics } = telemetry;

/** A metric of the deployment, with options of the caller. */
type MetricOf = (options?: MetricOptions) => Metric;

/** A construct with the metrics of its deployment. Each is the sum over an hour, unless the options say otherwise. */
export abstract class Measured extends Construct {
  /** Runs that ended with any outcome but `refused`. */
  readonly metricRunsEnded: MetricOf = this.sum(metrics.runsEnded);
  readonly metricRunsFailed: MetricOf = this.sum(metrics.runsFailed);
  /** Plans that need approval. */
  readonly metricPlansWaiting: MetricOf = this.sum(metrics.plansWaiting);
  /** Changes whose effect was read back. */
  readonly metricChangesConfirmed: MetricOf = this.sum(metrics.changesConfirmed);
  /** Changes that failed, were skipped, or whose effect was not read back. */
  readonly metricChangesUnfinished: MetricOf = this.sum(metrics.changesUnfinished);
  readonly metricProjectsUnread: MetricOf = this.sum(metrics.projectsUnread);
  /** Plans of which the oldest reading was past twice the promised age. */
  readonly metricReadingsOverdue: MetricOf = this.sum(metrics.readingsOverdue);
  readonly metricRunsPartial: MetricOf = this.sum(metrics.runsPartial);
  /** Runs that went by the last valid policy. */
  readonly metricPolicyInvalid: MetricOf = this.sum(metrics.policyInvalid);
  readonly metricEventsUnreadable: MetricOf = this.sum(metrics.eventsUnreadable);
  /** Events of runs that the bus did not take. */
  readonly metricEventsUnpublished: MetricOf = this.sum(metrics.eventsUnpublished);
  /** Searches for new services after which no heartbeat had arrived for two hours. */
  readonly metricHeartbeatMissing: MetricOf = this.sum(metrics.heartbeatMissing);
  /** Calls after which a function had used nearly all of its memory or time. */
  readonly metricFunctionsNearLimit: MetricOf = this.sum(metrics.functionsNearLimit);
  /** Calls that counted what stays until a person looks: an invalid policy, overdue readings, and others. */
  readonly metricNeedsPerson: MetricOf = this.sum(metrics.needsPerson);
  /** Calls that left a change unfinished or a project unread. */
  readonly metricWorkUnfinished: MetricOf = this.sum(metrics.workUnfinished);
  /** Messages to channels that failed for good. */
  readonly metricMessagesDead: MetricOf = this.sum(metrics.messagesDead);

  private sum(name: MetricName): MetricOf {
    return (options) => emitted(this, name, options);
  }
}
