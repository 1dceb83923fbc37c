import type { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from '../../contract/settings.ts';
import type { Notices } from '../notices/notices.ts';
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
