import { Lazy, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnRotationSchedule, type CfnSecret, type ResourcePolicy, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Settings } from '../contract/settings.ts';
import type { TaskFunction } from './functions/bundled-function.ts';
import { through } from './key-use.ts';

interface StackSecretProps {
  readonly description: string;
  readonly key: IKey;
  readonly removalPolicy: RemovalPolicy;
  /** Name of the statement that refuses everyone without a grant. */
  readonly sid: string;
  /** Why nothing rotates it; absent if something does. */
  readonly unrotated?: string | undefined;
}

/**
 * A secret that the stack creates without a value, and that a person fills later, so no template ever contains it. Only the
 * functions with a grant can read it, whatever else is permitted.
 */
export abstract class StackSecret extends Construct {
  readonly secret: Secret;
  private readonly key: IKey;
  private readonly readers: string[] = [];

  constructor(scope: Construct, id: string, props: StackSecretProps) {
    super(scope, id);
    const { description, key, removalPolicy, sid, unrotated } = props;
    this.key = key;
    this.secret = new Secret(this, 'Secret', { description, encryptionKey: key, removalPolicy });
    // Without this override the secret would start with a random value, which would be taken for a real one.
    (this.secret.node.defaultChild as CfnSecret).addPropertyDeletionOverride('GenerateSecretString');
    // Prevents administrators of the account from reading it by mistake.
    this.secret.addToResourcePolicy(
      new PolicyStatement({
        sid,
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['secretsmanager:GetSecretValue'],
        resources: ['*'],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': Lazy.list({ produce: () => this.readers }) } },
      }),
    );
    // As long as the secret is there, its policy must be there as well.
    (this.secret.node.findChild('Policy') as ResourcePolicy).applyRemovalPolicy(removalPolicy);
    if (unrotated === undefined) return;
    for (const finding of ['AwsSolutions-SMG4', 'NIST.800.53.R5-SecretsManagerRotationEnabled'])
      Validations.of(this.secret).acknowledge({ id: finding, reason: unrotated });
  }

  /** Lets a task read the current value. */
  grantRead(to: TaskFunction): void {
    this.permit(to, ['secretsmanager:GetSecretValue'], ['kms:Decrypt']);
  }

  protected permit(to: TaskFunction, actions: string[], keyActions: string[]): void {
    to.access.allow(actions, [this.secret.secretArn]);
    to.access.allow(keyActions, [this.key.keyArn], through(this, 'secretsmanager'));
    this.readers.push(to.access.arn);
  }
}

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
