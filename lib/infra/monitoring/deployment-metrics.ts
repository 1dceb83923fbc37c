import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IRule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
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
