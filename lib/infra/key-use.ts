import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Condition of a permission to use the key of the deployment, which encrypts the store and the secrets: through one service of AWS
 * only. So who may read the store may not decrypt a token.
 */
export const through = (scope: Construct, service: 's3' | 'secretsmanager') => ({
  StringEquals: { 'kms:ViaService': `${service}.${Stack.of(scope).region}.amazonaws.com` },
});
