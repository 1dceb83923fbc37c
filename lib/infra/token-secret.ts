import { Lazy, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { CfnRotationSchedule, type CfnSecret, type ResourcePolicy, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { TaskFunction } from './task-function.ts';

export interface TokenSecretProps {
  /** Days after which the token is replaced; null: never by itself, people store another one. */
  readonly rotationDays: number | null;
}

/**
 * The platform's token: a secret with a key of its own. It is made without a value, which a person stores later, so that
 * no token is ever in a template; only the functions that were granted it can read it, whatever else is permitted.
 */
export class TokenSecret extends Construct {
  readonly secret: Secret;
  private readonly key: Key;
  private readonly readers: string[] = [];
  private readonly rotationDays: number | null;

  constructor(scope: Construct, id: string, props: TokenSecretProps) {
    super(scope, id);
    this.rotationDays = props.rotationDays;
    this.key = new Key(this, 'Key', {
      description: 'Headroom: the token of the platform',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.secret = new Secret(this, 'Secret', {
      description: 'Headroom: the token of the platform',
      encryptionKey: this.key,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    // Without this the secret would begin with a random word, which the platform would refuse.
    (this.secret.node.defaultChild as CfnSecret).addPropertyDeletionOverride('GenerateSecretString');
    this.keepOthersOut();
    // The secret outlives the stack, and so must what keeps others out of it.
    (this.secret.node.findChild('Policy') as ResourcePolicy).applyRemovalPolicy(RemovalPolicy.RETAIN);
    if (props.rotationDays !== null) return;
    for (const id of ['AwsSolutions-SMG4', 'NIST.800.53.R5-SecretsManagerRotationEnabled']) {
      Validations.of(this.secret).acknowledge({
        id,
        reason:
          'The setting `rotationDays` is null: people make another token at the platform and store it themselves.',
      });
    }
  }

  /** Lets a task read the token in use, and tells it which secret. */
  grantRead(to: TaskFunction): void {
    this.permit(to, ['secretsmanager:GetSecretValue'], ['kms:Decrypt']);
    to.tell('secret', this.secret.secretArn);
  }

  /** Lets a task see the tokens of all versions, and the one that replaces them do so; tells it which secret. */
  grantVersions(to: TaskFunction): void {
    if (to.task.name === 'rotate-token') this.grantRotate(to);
    else this.permit(to, ['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret'], ['kms:Decrypt']);
    to.tell('rotatedSecret', this.secret.secretArn);
  }

  /** Lets the task replace the token, and has Secrets Manager call it when the days are over. */
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
      // A deployment must not replace a token, least of all one that is not stored yet.
      rotateImmediatelyOnUpdate: false,
    });
    schedule.node.addDependency(to.lambda);
  }

  private permit(to: TaskFunction, actions: string[], keyActions: string[]): void {
    const stack = Stack.of(this);
    to.access.allow(actions, [this.secret.secretArn]);
    to.access.allow(keyActions, [this.key.keyArn], {
      StringEquals: { 'kms:ViaService': `secretsmanager.${stack.region}.amazonaws.com` },
    });
    this.readers.push(to.access.arn);
  }

  /** Also whoever may do everything in the account does not read the token by mistake. */
  private keepOthersOut(): void {
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
