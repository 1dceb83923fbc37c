import { type RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnRotationSchedule } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { TaskFunction } from './functions/task-function.ts';
import { StackSecret } from './stack-secret.ts';

interface TokenSecretProps {
  /** Index of the token in the deployment, from 0. */
  readonly index: number;
  /** Days between token rotations; null: no rotation, a person stores a new token. */
  readonly rotationDays: number | null;
  readonly encryptionKey: IKey;
  readonly removalPolicy: RemovalPolicy;
}

/** In the ids of a token's resources; the first token has no number, as if it were the only one. */
export const tokenSuffix = (index: number): string => (index === 0 ? '' : String(index + 1));

/** A token of the platform. Its key also encrypts the store: who reads only the store may use the key by S3 alone. */
export class TokenSecret extends StackSecret {
  private readonly rotationDays: number | null;
  private readonly suffix: string;

  constructor(scope: Construct, id: string, props: TokenSecretProps) {
    const { index, rotationDays, encryptionKey: key, removalPolicy } = props;
    const description = `Headroom: the token of the platform${index === 0 ? '' : `, number ${index + 1}`}`;
    const byHand = 'The setting `rotationDays` is null: a person creates a new token on the platform and stores it.';
    const unrotated = rotationDays === null ? byHand : undefined;
    super(scope, id, { description, key, removalPolicy, sid: 'OnlyFunctionsRead', unrotated });
    this.rotationDays = rotationDays;
    this.suffix = tokenSuffix(index);
  }

  /** Lets a task read the tokens of all versions, and lets the rotation task replace them. */
  grantVersions(to: TaskFunction): void {
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
    to.lambda.addPermission(`Rotation${this.suffix}`, {
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
