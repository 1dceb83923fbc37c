import { Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** What every bucket of a deployment has. */
export const secured = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  versioned: true,
} as const;

/** Why a permission is on a folder. */
export const unknownNames = 'Objects below one prefix, whose names are unknown before they are written.';

/** Buckets that S3 does not replicate. */
export const acknowledgeNoReplica = (scope: Construct): void => {
  Validations.of(scope).acknowledge({
    id: 'NIST.800.53.R5-S3BucketReplicationEnabled',
    reason:
      'The setting `backup` copies the store to a vault of AWS Backup. Versions and the lock protect against mistakes; ' +
      'docs/runbook.md explains restore and standby.',
  });
};
