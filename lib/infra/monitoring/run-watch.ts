import type { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { DeadLetters } from '../dead-letters.ts';
import type { TaskFunction } from '../functions/bundled-function.ts';
import type { Workflow } from '../workflow.ts';
import { triggered } from './deployment-metrics.ts';

interface RunWatchProps {
  /** The workflow to watch. */
  readonly reconcile: Workflow;
  /** Writes the report and releases the lease if the workflow could not. */
  readonly report: TaskFunction;
  readonly deadLetters: DeadLetters;
}

/**
 * A stopped or timed-out run ends without its last state. This rule reports it, so that its
 * lease does not delay the next run for hours. A run that was already reported keeps its report.
 */
export class RunWatch extends Construct {
  private readonly ended: Rule;

  constructor(scope: Construct, id: string, { reconcile, report, deadLetters }: RunWatchProps) {
    super(scope, id);
    const status = EventField.fromPath('$.detail.status');
    this.ended = new Rule(this, 'Ended', {
      description: 'Headroom: reports runs that ended without a report',
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
          failure: { Error: status, Cause: `the execution ended as ${status} without a report` },
          unlessReported: true,
        }),
      }),
    );
  }

  /** Number of failed, stopped and timed-out runs. */
  metric(period: Duration): Metric {
    return triggered(this.ended, period);
  }
}
