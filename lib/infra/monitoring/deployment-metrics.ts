import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
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

const { metrics } = telemetry;

const level: MetricOptions = { statistic: 'Maximum' };

/** A construct with the metrics of its deployment. Each is the sum over an hour, unless the options say otherwise. */
export abstract class Measured extends Construct {
  /** Runs that ended with any outcome but `refused` and most of `coalesced`. */
  metricRunsEnded(options?: MetricOptions): Metric {
    return emitted(this, metrics.runsEnded, options);
  }

  metricRunsFailed(options?: MetricOptions): Metric {
    return emitted(this, metrics.runsFailed, options);
  }

  /** Plans that need approval. */
  metricPlansWaiting(options?: MetricOptions): Metric {
    return emitted(this, metrics.plansWaiting, options);
  }

  /** Changes whose effect was read back. */
  metricChangesConfirmed(options?: MetricOptions): Metric {
    return emitted(this, metrics.changesConfirmed, options);
  }

  /** Changes that failed, were skipped, or whose effect was not read back. */
  metricChangesUnfinished(options?: MetricOptions): Metric {
    return emitted(this, metrics.changesUnfinished, options);
  }

  metricProjectsUnread(options?: MetricOptions): Metric {
    return emitted(this, metrics.projectsUnread, options);
  }

  /** Plans of which the oldest reading was past twice the promised age. */
  metricReadingsOverdue(options?: MetricOptions): Metric {
    return emitted(this, metrics.readingsOverdue, options);
  }

  metricRunsPartial(options?: MetricOptions): Metric {
    return emitted(this, metrics.runsPartial, options);
  }

  /** Runs that went by the last valid policy. */
  metricPolicyInvalid(options?: MetricOptions): Metric {
    return emitted(this, metrics.policyInvalid, options);
  }

  metricEventsUnreadable(options?: MetricOptions): Metric {
    return emitted(this, metrics.eventsUnreadable, options);
  }

  /** Events of runs that the bus did not take. */
  metricEventsUnpublished(options?: MetricOptions): Metric {
    return emitted(this, metrics.eventsUnpublished, options);
  }

  /** Searches for new services after which no heartbeat had arrived for two hours. */
  metricHeartbeatMissing(options?: MetricOptions): Metric {
    return emitted(this, metrics.heartbeatMissing, options);
  }

  /** Calls after which a function had used nearly all of its memory or time. */
  metricFunctionsNearLimit(options?: MetricOptions): Metric {
    return emitted(this, metrics.functionsNearLimit, options);
  }

  /** Backups that could not be restored, and hourly checks that found none proven for two days. */
  metricBackupsUnproven(options?: MetricOptions): Metric {
    return emitted(this, metrics.backupsUnproven, options);
  }

  /** Hourly checks that found a token that ends soon. */
  metricTokenExpiring(options?: MetricOptions): Metric {
    return emitted(this, metrics.tokenExpiring, options);
  }

  /** Calls that counted what stays until a person looks: an invalid policy, overdue readings, and others. */
  metricNeedsPerson(options?: MetricOptions): Metric {
    return emitted(this, metrics.needsPerson, options);
  }

  /** Calls that left a change unfinished or a project unread. */
  metricWorkUnfinished(options?: MetricOptions): Metric {
    return emitted(this, metrics.workUnfinished, options);
  }

  /** Messages to channels that failed for good. */
  metricMessagesDead(options?: MetricOptions): Metric {
    return emitted(this, metrics.messagesDead, options);
  }

  /** Services with an autoscaler; the largest value of an hour. */
  metricServicesProtected(options?: MetricOptions): Metric {
    return emitted(this, metrics.servicesProtected, { ...level, ...options });
  }

  /** Services that the policy wants to protect and that have no autoscaler; the largest value of an hour. */
  metricServicesUnprotected(options?: MetricOptions): Metric {
    return emitted(this, metrics.servicesUnprotected, { ...level, ...options });
  }

  /** Age of the oldest reading in minutes; the largest value of an hour. */
  metricOldestReadingMinutes(options?: MetricOptions): Metric {
    return emitted(this, metrics.oldestReadingMinutes, { ...level, ...options });
  }

  /** The age in minutes that no reading should exceed; the largest value of an hour. */
  metricPromisedReadingMinutes(options?: MetricOptions): Metric {
    return emitted(this, metrics.promisedReadingMinutes, { ...level, ...options });
  }

  /** Monthly cost of the granted maximums, in the currency of the policy; the largest value of an hour. */
  metricGrantedMonthly(options?: MetricOptions): Metric {
    return emitted(this, metrics.grantedMonthly, { ...level, ...options });
  }

  /** Monthly cost of the provisioned storage, in the currency of the policy; the largest value of an hour. */
  metricProvisionedMonthly(options?: MetricOptions): Metric {
    return emitted(this, metrics.provisionedMonthly, { ...level, ...options });
  }
}
