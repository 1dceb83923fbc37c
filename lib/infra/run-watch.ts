import type { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { DeadLetters } from './dead-letters.ts';
import type { TaskFunction } from './task-function.ts';
import type { Workflow } from './workflow.ts';

export interface RunWatchProps {
  /** The workflow whose ends are watched. */
  readonly reconcile: Workflow;
  /** Writes the report and releases the lease where the workflow itself could not. */
  readonly report: TaskFunction;
  readonly deadLetters: DeadLetters;
}

/**
 * A run that was stopped, or took too long, ends without its last state. Here it is reported all the same, so that its
 * lease does not hold up the next run for hours. A run that has reported itself keeps its own report.
 */
export class RunWatch extends Construct {
  private readonly ended: Rule;

  constructor(scope: Construct, id: string, { reconcile, report, deadLetters }: RunWatchProps) {
    super(scope, id);
    const status = EventField.fromPath('$.detail.status');
    this.ended = new Rule(this, 'Ended', {
      description: 'Headroom: reports runs that did not come to report themselves',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [reconcile.machine.stateMachineArn],
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
    });
    this.ended.addTarget(
      new LambdaFunction(report.lambda, {
        deadLetterQueue: deadLetters.deliveries,
        event: RuleTargetInput.fromObject({
          runId: EventField.fromPath('$.detail.name'),
          failure: { Error: status, Cause: `the execution ended as ${status} before it was reported` },
          unlessReported: true,
        }),
      }),
    );
  }

  /** Runs that ended badly, however they did. */
  metric(period: Duration): Metric {
    return new Metric({
      namespace: 'AWS/Events',
      metricName: 'TriggeredRules',
      dimensionsMap: { RuleName: this.ended.ruleName },
      statistic: 'Sum',
      period,
    });
  }
}
