import { Lazy, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnRotationSchedule, type CfnSecret, type ResourcePolicy, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { TaskFunction } from './functions/task-function.ts';
import { through } from './key-use.ts';

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

/**
 * A token of the platform. The stack creates it without a value, and a person stores the token
 * later, so no template ever contains it; only the functions with a grant can read it, whatever else is
 * permitted. Its key also encrypts the store: who reads only the store may use the key by S3 alone.
 */
export class TokenSecret extends Construct {
  readonly secret: Secret;
  private readonly key: IKey;
  private readonly readers: string[] = [];
  private readonly rotationDays: number | null;
  private readonly suffix: string;

  constructor(scope: Construct, id: string, props: TokenSecretProps) {
    super(scope, id);
    this.rotationDays = props.rotationDays;
    const { removalPolicy } = props;
    this.suffix = tokenSuffix(props.index);
    this.key = props.encryptionKey;
    const number = props.index === 0 ? '' : `, number ${props.index + 1}`;
    this.secret = new Secret(this, 'Secret', {
      description: `Headroom: the token of the platform${number}`,
      encryptionKey: this.key,
      removalPolicy,
    });
    // Without this override the secret would start with a random value, which the platform would refuse.
    (this.secret.node.defaultChild as CfnSecret).addPropertyDeletionOverride('GenerateSecretString');
    this.denyOtherReaders();
    // As long as the secret is there, its policy must be there as well.
    (this.secret.node.findChild('Policy') as ResourcePolicy).applyRemovalPolicy(removalPolicy);
    if (props.rotationDays !== null) return;
    for (const id of ['AwsSolutions-SMG4', 'NIST.800.53.R5-SecretsManagerRotationEnabled']) {
      Validations.of(this.secret).acknowledge({
        id,
        reason: 'The setting `rotationDays` is null: a person creates a new token on the platform and stores it.',
      });
    }
  }

  /** Lets a task read the current token. */
  grantRead(to: TaskFunction): void {
    this.permit(to, ['secretsmanager:GetSecretValue'], ['kms:Decrypt']);
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

  private permit(to: TaskFunction, actions: string[], keyActions: string[]): void {
    to.access.allow(actions, [this.secret.secretArn]);
    to.access.allow(keyActions, [this.key.keyArn], through(this, 'secretsmanager'));
    this.readers.push(to.access.arn);
  }

  /** Prevents administrators of the account from reading the token by mistake. */
  private denyOtherReaders(): void {
    this.secret.addToResourcePolicy(
      new PolicyStatement({
        sid: 'OnlyFunctionsRead',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['secretsmanager:GetSecretValue'],
        resources: ['*'],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': Lazy.list({ produce: () => this.readers }) } },
      }),
    );
  }
}
