import { ArnFormat, Duration, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AnyPrincipal,
  ArnPrincipal,
  Effect,
  PolicyStatement,
  type PolicyStatementProps,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Bucket, BucketEncryption, type BucketPolicy, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { auditFiles } from '../../contract/store-keys.ts';
import type { StoreAccess } from '../../contract/task-contract.ts';
import type { TaskFunction } from '../functions/bundled-function.ts';
import { through } from '../key-use.ts';
import { admitAlarms } from '../monitoring/alarm-key.ts';
import type { ServiceRole } from '../service-role.ts';
import { lifecycleRules } from './lifecycle-rules.ts';
import { limitSize } from './policy-size.ts';
import { acknowledgeNoReplica, secured, unknownNames } from './secured.ts';
import { type NamedRoles, StoreWriters } from './store-writers.ts';

interface StorageProps {
  /** Days until the objects of a run expire; the latest report and the state of runs stay. */
  readonly runDays?: number;
  /** Days during which no one can delete an audit file; absent: only the bucket policy protects it. */
  readonly auditLockDays: number | undefined;
  /** Roles of people that alone change their objects. */
  readonly roles: NamedRoles;
  /** A key of yours in place of one that the stack makes. */
  readonly encryptionKey?: IKey;
  /** What happens to bucket, access logs and key when the stack is removed. */
  readonly removalPolicy: RemovalPolicy;
}

/** Patterns of store keys by kind of access. */
type GrantedAreas = Readonly<Record<keyof StoreAccess, readonly string[]>>;

/**
 * Audit files are created once: no principal can replace or delete one, whatever its other permissions.
 * @param lockDays days for which each file must be locked; absent: only this policy protects it
 */
const protectAudit = (bucket: Bucket, lockDays: number | undefined): void => {
  const deny = (actions: string[], conditions?: PolicyStatementProps['conditions']) =>
    bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions,
        resources: [bucket.arnForObjects(auditFiles)],
        conditions,
      }),
    );
  deny(['s3:DeleteObject', 's3:DeleteObjectVersion']);
  deny(['s3:PutObject'], { Null: { 's3:if-none-match': 'true' } });
  if (lockDays === undefined) return;
  // It also applies to requests without a lock, because a negated condition matches a missing key.
  deny(['s3:PutObject'], { StringNotEquals: { 's3:object-lock-mode': 'COMPLIANCE' } });
  // S3 counts whole days, and the first day has already begun.
  deny(['s3:PutObject'], { NumericLessThan: { 's3:object-lock-remaining-retention-days': lockDays - 1 } });
};

/**
 * The store: one bucket with a key, which also encrypts the token, logs and notices. Bucket and key outlive the stack, unless its
 * removal policy says otherwise. The bucket policy grants writing of objects, with one statement per role, and says who else
 * changes them.
 */
export class Storage extends Construct {
  readonly bucket: Bucket;
  readonly key: IKey;
  /** Who read and changed what. */
  readonly accessLogs: Bucket;
  /** Who changes objects. */
  readonly writers: StoreWriters;

  private readonly auditLockDays: number | undefined;

  constructor(scope: Construct, id: string, props: StorageProps) {
    super(scope, id);
    this.auditLockDays = props.auditLockDays;
    const { removalPolicy } = props;
    this.key =
      props.encryptionKey ??
      new Key(this, 'Key', {
        description: 'Headroom: store, token, logs and notices',
        enableKeyRotation: true,
        removalPolicy,
      });
    this.admitServices();
    const logs = this.makeAccessLogs(removalPolicy);
    this.accessLogs = logs;
    this.bucket = new Bucket(this, 'Bucket', {
      ...secured,
      removalPolicy,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      // One key request for many objects, which reduces the cost.
      bucketKeyEnabled: true,
      serverAccessLogsBucket: logs,
      // Without a retention it locks nothing and costs nothing; enabling it later might require a new bucket.
      objectLockEnabled: true,
      lifecycleRules: lifecycleRules(props.runDays),
    });
    // The construct's own option would add a function with a wide role; the resource supports it directly.
    const resource = this.bucket.node.defaultChild as CfnBucket;
    resource.addPropertyOverride('NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled', true);
    protectAudit(this.bucket, this.auditLockDays);
    this.writers = new StoreWriters(this.bucket, props.roles);
    // As long as the buckets are there, their policies must be there as well.
    for (const { policy } of [this.bucket, logs]) policy?.applyRemovalPolicy(removalPolicy);
    limitSize(this.policy);
    acknowledgeNoReplica(this);
  }

  /** Policy of the bucket, which is there because it enforces encryption on the way. */
  get policy(): BucketPolicy {
    const { policy } = this.bucket;
    if (policy === undefined) throw new Error('the bucket of the store has no policy');
    return policy;
  }

  /** Lets logs and alarms of this account use the key. */
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
    admitAlarms(this, this.key);
  }

  /** Grants a task the store keys of its row in `storeAccess` and the encryption key, and sets the bucket variable. */
  grantAccess(to: TaskFunction): void {
    if (to.task.store === null) {
      throw new Error(`the contract of ${to.task.name} asks for the bucket and names no keys of it`);
    }
    this.grantAreas(to.access, to.task.store);
    // Whatever calls the function then waits too: at once after a deployment it finds all its permissions.
    to.lambda.node.addDependency(this.policy);
    to.setEnvironment('bucket', this.bucket.bucketName);
  }

  /** Grants a role these keys of the store and the encryption key. */
  grantAreas(role: ServiceRole, { read, write, delete: remove }: GrantedAreas): void {
    const by = (actions: string[], patterns: readonly string[]) => {
      if (patterns.length === 0) return;
      this.bucket.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ArnPrincipal(role.arn)],
          actions,
          resources: patterns.map((pattern) => this.bucket.arnForObjects(pattern)),
        }),
      );
    };
    this.allow(role, 's3:GetObject', read);
    this.allow(role, 's3:DeleteObject', remove);
    by(['s3:PutObject'], write);
    this.writers.admit(role.arn, [...write, ...remove]);
    if (this.auditLockDays !== undefined && write.includes(auditFiles)) {
      by(['s3:PutObjectRetention'], [auditFiles]);
    }
    // Without this permission S3 answers 403 for missing objects.
    role.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
    role.allow(['kms:Decrypt', 'kms:GenerateDataKey'], [this.key.keyArn], through(this, 's3'));
  }

  /** The role's own policy permits reads and deletions: the bucket policy may have 20 KB, and has to hold every write. */
  private allow(role: ServiceRole, action: string, patterns: readonly string[]): void {
    if (patterns.length === 0) return;
    role.allow(
      [action],
      patterns.map((pattern) => this.bucket.arnForObjects(pattern)),
    );
    const bucket = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnBucket);
    for (const pattern of patterns.filter((prefixed) => prefixed.includes('*'))) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/${pattern}]`,
        reason: unknownNames,
      });
    }
  }

  /** Sets the lock period of audit files for a task that writes them. */
  grantLock(to: TaskFunction): void {
    to.setEnvironment('auditLockDays', String(this.auditLockDays ?? 0));
  }

  private makeAccessLogs(removalPolicy: RemovalPolicy): Bucket {
    const bucket = new Bucket(this, 'AccessLogs', {
      ...secured,
      removalPolicy,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(90), noncurrentVersionExpiration: Duration.days(1) }],
    });
    Validations.of(bucket).acknowledge({
      id: 'NIST.800.53.R5-S3DefaultEncryptionKMS',
      reason: 'S3 writes access logs only to buckets with S3-managed encryption.',
    });
    return bucket;
  }
}
