import type { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from '../../contract/settings.ts';
import type { DeadLetters } from '../dead-letters.ts';
import type { TaskFunction } from '../functions/bundled-function.ts';
import type { Notices } from '../notices/notices.ts';
import type { Workflow } from '../workflow.ts';
import { triggered } from './deployment-metrics.ts';
import { runbookText } from './runbook-text.ts';

interface KeyWatchProps {
  readonly key: IKey;
  readonly secrets: readonly ISecret[];
  readonly notices: Notices;
  readonly settings: Pick<Settings, 'runbookUrl'>;
}

/**
 * Says who disabled the key, or scheduled it or a secret for deletion, while there is still time. AWS tells it by CloudTrail,
 * so the account needs a trail. The topic is encrypted with the key: if that goes, only the alarm shows it.
 */
export class KeyWatch extends Construct {
  private readonly rule: Rule;

  constructor(scope: Construct, id: string, { key, secrets, notices, settings }: KeyWatchProps) {
    super(scope, id);
    this.rule = new Rule(this, 'Ending', {
      description: 'Headroom: a key was disabled, or a key or secret was scheduled for deletion',
      eventPattern: {
        source: ['aws.kms', 'aws.secretsmanager'],
        detailType: ['AWS API Call via CloudTrail'],
        detail: {
          eventName: ['ScheduleKeyDeletion', 'DisableKey', 'DeleteSecret'],
          // A refused request changes nothing.
          errorCode: [{ exists: false }],
          $or: [
            { resources: { ARN: [key.keyArn] } },
            {
              requestParameters: { secretId: secrets.flatMap(({ secretArn, secretName }) => [secretArn, secretName]) },
            },
          ],
        },
      },
    });
    const field = (path: string) => EventField.fromPath(`$.detail.${path}`);
    notices.announce(
      this.rule,
      RuleTargetInput.fromMultilineText(
        `Headroom: ${field('eventName')} by ${field('userIdentity.arn')}\nCancel it now if it is a mistake: ${runbookText('key-ending', settings)}`,
      ),
    );
  }

  /** Number of such requests. */
  metric(period: Duration): Metric {
    return triggered(this.rule, period);
  }
}

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
