import type { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { secretsVariable } from '../contract/environment.ts';
import { secretOutput } from '../contract/secret.ts';
import type { Settings } from '../contract/settings.ts';
import type { TaskFunction } from './functions/task-function.ts';
import { TokenSecret, tokenSuffix } from './token-secret.ts';

interface TokenSecretsProps {
  readonly settings: Pick<Settings, 'tokens' | 'rotationDays'>;
  readonly encryptionKey: IKey;
  readonly removalPolicy: RemovalPolicy;
}

/** The secrets of all tokens: the same functions read them. */
export class TokenSecrets {
  readonly first: ISecret;
  readonly secrets: readonly ISecret[];
  private readonly all: readonly TokenSecret[];

  constructor(scope: Construct, { settings, encryptionKey, removalPolicy }: TokenSecretsProps) {
    const { tokens, rotationDays } = settings;
    const build = (index: number) =>
      new TokenSecret(scope, `Token${tokenSuffix(index)}`, { index, rotationDays, encryptionKey, removalPolicy });
    const first = build(0);
    this.all = [first, ...Array.from({ length: tokens - 1 }, (_, index) => build(index + 1))];
    this.first = first.secret;
    this.secrets = this.all.map(({ secret }) => secret);
  }

  /** Lets a task read the current tokens. */
  grantRead(to: TaskFunction): void {
    for (const token of this.all) token.grantRead(to);
    to.setEnvironment('secret', this.variable());
  }

  /** Lets a task read the tokens of all versions, and lets the rotation task replace them. */
  grantVersions(to: TaskFunction): void {
    for (const token of this.all) token.grantVersions(to);
    to.setEnvironment('rotatedSecret', this.variable());
  }

  /** Stack outputs with the secrets' ARNs. */
  outputs(): { readonly name: string; readonly arn: string; readonly description: string }[] {
    return this.secrets.map(({ secretArn }, index) => ({
      name: secretOutput(index),
      arn: secretArn,
      description: `secret for the platform token${index === 0 ? '' : ` ${index + 1}`}`,
    }));
  }

  private variable(): string {
    return secretsVariable(this.secrets.map(({ secretArn }) => secretArn));
  }
}
