import { type RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnRotationSchedule } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Settings } from '../contract/settings.ts';
import type { TaskFunction } from './functions/bundled-function.ts';
import { StackSecret } from './stack-secret.ts';

interface TokenSecretProps {
  readonly settings: Pick<Settings, 'rotationDays'>;
  readonly encryptionKey: IKey;
  readonly removalPolicy: RemovalPolicy;
}

/** The token of the platform. Its key also encrypts the store: who reads only the store may use the key by S3 alone. */
export class TokenSecret extends StackSecret {
  private readonly rotationDays: number | null;

  constructor(scope: Construct, id: string, props: TokenSecretProps) {
    const { settings, encryptionKey: key, removalPolicy } = props;
    const description = 'Headroom: the token of the platform';
    const { rotationDays } = settings;
    const byHand = 'The setting `rotationDays` is null: a person creates a new token on the platform and stores it.';
    const unrotated = rotationDays === null ? byHand : undefined;
    super(scope, id, { description, key, removalPolicy, sid: 'OnlyFunctionsRead', unrotated });
    this.rotationDays = rotationDays;
  }

  /** Lets a task read the current token. */
  override grantRead(to: TaskFunction): void {
    super.grantRead(to);
    to.setEnvironment('secret', this.secret.secretArn);
  }

  /** Lets a task read the tokens of all versions, and lets the rotation task replace them. */
  grantVersions(to: TaskFunction): void {
    to.setEnvironment('rotatedSecret', this.secret.secretArn);
    if (to.task.name === 'rotate-token') this.grantRotate(to);
    else this.permit(to, ['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret'], ['kms:Decrypt']);
  }

  /** Lets the task replace the token, and schedules Secrets Manager to call it. */
  private grantRotate(to: TaskFunction): void {
    this.permit(
      to,
      [
        'secretsmanager:GetSecretValue',
        'secretsmanager:DescribeSecret',
        'secretsmanager:PutSecretValue',
        'secretsmanager:UpdateSecretVersionStage',
      ],
      ['kms:Decrypt', 'kms:GenerateDataKey'],
    );
    to.lambda.addPermission('Rotation', {
      principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
      sourceArn: this.secret.secretArn,
      sourceAccount: Stack.of(this).account,
    });
    if (this.rotationDays !== null) this.schedule(to, this.rotationDays);
  }

  private schedule(to: TaskFunction, automaticallyAfterDays: number): void {
    const schedule = new CfnRotationSchedule(this, 'Rotation', {
      secretId: this.secret.secretArn,
      rotationLambdaArn: to.lambda.functionArn,
      rotationRules: { automaticallyAfterDays },
      // A deployment must not rotate the token, least of all before the first one is stored.
      rotateImmediatelyOnUpdate: false,
    });
    schedule.node.addDependency(to.lambda);
  }
}
