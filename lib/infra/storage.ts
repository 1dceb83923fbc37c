import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AnyPrincipal,
  ArnPrincipal,
  Effect,
  PolicyStatement,
  type PolicyStatementProps,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { withFormerKeys } from '../contract/former-keys.ts';
import { auditFiles, folderOf, keptApprovalDays } from '../contract/store-keys.ts';
import type { TaskFunction } from './task-function.ts';

export interface StorageProps {
  /** Days after which the objects of a run are removed; the latest report and what runs remember stay. */
  readonly runDays?: number;
  /** Days for which a file of the audit cannot be deleted by anyone; absent: the bucket's policy alone protects it. */
  readonly auditLockDays: number | undefined;
}

const secured = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  versioned: true,
  removalPolicy: RemovalPolicy.RETAIN,
};

/**
 * The store: one bucket with a key of its own, which also encrypts logs and notices. Bucket and key outlive the stack.
 * Who may reach which objects stands in the bucket's policy, one statement for each role and kind of access.
 */
export class Storage extends Construct {
  readonly bucket: Bucket;
  readonly key: Key;

  private readonly auditLockDays: number | undefined;

  constructor(scope: Construct, id: string, props: StorageProps) {
    super(scope, id);
    this.auditLockDays = props.auditLockDays;
    this.key = new Key(this, 'Key', {
      description: 'Headroom: store, logs and notices',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.admitServices();
    const logs = this.accessLogs();
    this.bucket = new Bucket(this, 'Bucket', {
      ...secured,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      // One request to the key for many objects, which is what makes it cheap.
      bucketKeyEnabled: true,
      serverAccessLogsBucket: logs,
      // Alone it locks nothing and costs nothing; a bucket that is made without it might have to be replaced later.
      objectLockEnabled: true,
      lifecycleRules: [
        {
          prefix: folderOf('run'),
          expiration: Duration.days(props.runDays ?? 90),
          noncurrentVersionExpiration: Duration.days(7),
        },
        ...[folderOf('proposal'), folderOf('approval')].map((prefix) => ({
          prefix,
          expiration: Duration.days(keptApprovalDays),
          noncurrentVersionExpiration: Duration.days(7),
        })),
        {
          prefix: folderOf('runSummary'),
          expiration: Duration.days(400),
          noncurrentVersionExpiration: Duration.days(7),
        },
        { noncurrentVersionExpiration: Duration.days(90), abortIncompleteMultipartUploadAfter: Duration.days(1) },
        { expiredObjectDeleteMarker: true },
      ],
    });
    // The construct's own switch would add a function with a wide role; the resource can do it by itself.
    const resource = this.bucket.node.defaultChild as CfnBucket;
    resource.addPropertyOverride('NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled', true);
    this.keepAudit();
    // The buckets outlive the stack, and so must what protects them.
    for (const { policy } of [this.bucket, logs]) policy?.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(this).acknowledge({
      id: 'NIST.800.53.R5-S3BucketReplicationEnabled',
      reason:
        'Policy, audit, approvals and histories are here alone. Versions and the lock guard them against mistakes; the loss ' +
        'of a region would lose them, and the platform keeps what was enabled. docs/deploy.md says how to copy them.',
    });
  }

  /** Lets logs and alarms of this account use the key for what they write and send. */
  private admitServices(): void {
    const stack = Stack.of(this);
    const logGroups = stack.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`logs.${stack.region}.amazonaws.com`)],
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
        resources: ['*'],
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': logGroups } },
      }),
    );
    this.key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
      }),
    );
  }

  /** Files of the audit are created once: nobody replaces or deletes one, whatever else they may do. */
  private keepAudit(): void {
    const deny = (actions: string[], conditions?: PolicyStatementProps['conditions']) =>
      this.bucket.addToResourcePolicy(
        new PolicyStatement({
          effect: Effect.DENY,
          principals: [new AnyPrincipal()],
          actions,
          resources: [this.bucket.arnForObjects(auditFiles)],
          conditions,
        }),
      );
    deny(['s3:DeleteObject', 's3:DeleteObjectVersion']);
    deny(['s3:PutObject'], { Null: { 's3:if-none-match': 'true' } });
    if (this.auditLockDays === undefined) return;
    // Also where there is no lock at all: a condition that negates holds for what is not there.
    deny(['s3:PutObject'], { StringNotEquals: { 's3:object-lock-mode': 'COMPLIANCE' } });
    // S3 counts whole days, of which the first has begun.
    deny(['s3:PutObject'], { NumericLessThan: { 's3:object-lock-remaining-retention-days': this.auditLockDays - 1 } });
  }

  /** Permits a task the keys that its contract names and what they are encrypted with, and tells it the bucket. */
  grantAccess(to: TaskFunction): void {
    if (to.task.store === null) {
      throw new Error(`the contract of ${to.task.name} asks for the bucket and names no keys of it`);
    }
    const access = withFormerKeys(to.task.store);
    const by = (actions: string[], patterns: readonly string[]) => {
      if (patterns.length === 0) return;
      this.bucket.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ArnPrincipal(to.access.arn)],
          actions,
          resources: patterns.map((pattern) => this.bucket.arnForObjects(pattern)),
        }),
      );
    };
    by(['s3:GetObject'], access.read);
    by(['s3:PutObject'], access.write);
    by(['s3:DeleteObject'], access.delete);
    if (this.auditLockDays !== undefined && access.write.includes(auditFiles)) {
      by(['s3:PutObjectRetention'], [auditFiles]);
    }
    // Without it S3 answers 403 for what is not there.
    to.access.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
    to.access.allow(['kms:Decrypt', 'kms:GenerateDataKey'], [this.key.keyArn]);
    to.tell('bucket', this.bucket.bucketName);
  }

  /** Tells a task that writes the audit for how long its files are locked. */
  grantLock(to: TaskFunction): void {
    to.tell('auditLockDays', String(this.auditLockDays ?? 0));
  }

  private accessLogs(): Bucket {
    const bucket = new Bucket(this, 'AccessLogs', {
      ...secured,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(90), noncurrentVersionExpiration: Duration.days(1) }],
    });
    Validations.of(bucket).acknowledge({
      id: 'NIST.800.53.R5-S3DefaultEncryptionKMS',
      reason: 'S3 writes access logs only to buckets that are encrypted with its own key.',
    });
    return bucket;
  }
}
