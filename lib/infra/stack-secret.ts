import { Lazy, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type CfnSecret, type ResourcePolicy, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
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
