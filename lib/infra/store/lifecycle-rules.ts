import { Duration } from 'aws-cdk-lib';
import type { LifecycleRule } from 'aws-cdk-lib/aws-s3';
import { approvalRetentionDays, deliveryRetentionDays, folderOf, storeKeys } from '../../contract/store-keys.ts';

/**
 * When objects of the store end. Policy, audit, histories and the state of runs stay.
 * @param runDays days until the objects of a run expire
 */
export const lifecycleRules = (runDays = 90): LifecycleRule[] => [
  {
    prefix: folderOf('run'),
    expiration: Duration.days(runDays),
    noncurrentVersionExpiration: Duration.days(7),
  },
  ...[folderOf('proposedPlan'), folderOf('approval'), folderOf('used')].map((prefix) => ({
    prefix,
    expiration: Duration.days(approvalRetentionDays),
    noncurrentVersionExpiration: Duration.days(7),
  })),
  {
    prefix: folderOf('delivery'),
    expiration: Duration.days(deliveryRetentionDays),
    noncurrentVersionExpiration: Duration.days(1),
  },
  // Every reading that differs replaces the record of its project, and every pass the index.
  ...[folderOf('projectRecord'), storeKeys.inventoryIndex].map((prefix) => ({
    prefix,
    noncurrentVersionExpiration: Duration.days(7),
  })),
  // Each reservation of calls replaces the ledger.
  { prefix: folderOf('callLedger'), noncurrentVersionExpiration: Duration.days(1) },
  ...[folderOf('runSummary'), folderOf('moneyOfDay')].map((prefix) => ({
    prefix,
    expiration: Duration.days(400),
    noncurrentVersionExpiration: Duration.days(7),
  })),
  { noncurrentVersionExpiration: Duration.days(90), abortIncompleteMultipartUploadAfter: Duration.days(1) },
  { expiredObjectDeleteMarker: true },
];
