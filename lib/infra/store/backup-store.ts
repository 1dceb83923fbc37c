import { Arn, ArnFormat, CfnOutput, Duration, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket, BucketEncryption, type IBucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../contract/settings.ts';
import type { TaskFunction } from '../functions/task-function.ts';
import { acknowledgeNoReplica, secured, unknownNames } from './secured.ts';

/** Days for which backups are kept, and locked. */
const keptDays = 35;

interface BackupStoreProps {
  /** Name of a bucket that exists, maybe in another account or region; absent: the stack makes one. */
  readonly bucketName: string | undefined;
  /** ARN of the key of that bucket; absent: a key of S3. */
  readonly backupKey: string | undefined;
  readonly accessLogs: IBucket;
  readonly removalPolicy: RemovalPolicy;
}

/**
 * Where backups of the store are: a second bucket, without the key of the store, so that the loss of one is not the loss of both.
 * The bucket of the stack takes them from one function only, and S3 lets no one delete them for some weeks.
 */
class BackupStore extends Construct {
  readonly bucket: IBucket;
  private readonly own: Bucket | undefined;
  private readonly key: string | undefined;

  constructor(scope: Construct, id: string, { bucketName, backupKey, ...props }: BackupStoreProps) {
    super(scope, id);
    this.key = backupKey;
    this.own = bucketName === undefined ? this.make(props) : undefined;
    this.bucket = this.own ?? Bucket.fromBucketName(this, 'Elsewhere', bucketName as string);
  }

  /** Lets the function that makes backups add some and read them; it deletes none, and S3 keeps the versions that it would replace. */
  grantAdd(to: TaskFunction): void {
    const folder = Stack.of(this).stackName;
    to.setEnvironment('backups', `s3://${this.bucket.bucketName}/${folder}`);
    to.access.allow(['s3:GetObject', 's3:PutObject'], [this.bucket.arnForObjects(`${folder}/*`)]);
    if (this.key !== undefined) {
      // The bucket may be in another region, and its key is where it is.
      const { region = '' } = Arn.split(this.key, ArnFormat.SLASH_RESOURCE_NAME);
      const through = { StringEquals: { 'kms:ViaService': `s3.${region}.amazonaws.com` } };
      to.access.allow(['kms:Decrypt', 'kms:GenerateDataKey'], [this.key], through);
    }
    // Also: without it S3 answers 403 for a missing object.
    to.access.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
    Validations.of(to.access).acknowledge({
      id: this.own
        ? `AwsSolutions-IAM5[Resource::<${Stack.of(this).getLogicalId(this.own.node.defaultChild as never)}.Arn>/${folder}/*]`
        : `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${this.bucket.bucketName}/${folder}/*]`,
      reason: unknownNames,
    });
    this.output('BackupBucketName', this.bucket.bucketName, 'backups of the store');
    // The policy of a bucket in another account names it.
    if (this.own === undefined) this.output('BackupRoleArn', to.access.arn, 'role that adds backups');
    this.own?.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject', 's3:ReplicateObject'],
        resources: [this.own.arnForObjects('*')],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': to.access.arn } },
      }),
    );
    if (this.own?.policy) to.lambda.node.addDependency(this.own.policy);
  }

  private output(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description }).overrideLogicalId(name);
  }

  private make({ accessLogs, removalPolicy }: Omit<BackupStoreProps, 'bucketName' | 'backupKey'>): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      ...secured,
      removalPolicy,
      // By the key of S3, which the account cannot delete.
      encryption: BucketEncryption.KMS_MANAGED,
      bucketKeyEnabled: true,
      serverAccessLogsBucket: accessLogs,
      objectLockDefaultRetention: ObjectLockRetention.governance(Duration.days(keptDays)),
      lifecycleRules: [
        { expiration: Duration.days(keptDays), noncurrentVersionExpiration: Duration.days(1) },
        { expiredObjectDeleteMarker: true },
      ],
    });
    bucket.policy?.applyRemovalPolicy(removalPolicy);
    acknowledgeNoReplica(bucket);
    return bucket;
  }
}

/** The place of the backups of a deployment; undefined if it makes none. */
export const backupStoreOf = (
  scope: Construct,
  { backup, ...props }: Omit<BackupStoreProps, 'bucketName'> & Pick<Settings, 'backup'>,
): BackupStore | undefined =>
  backup === false
    ? undefined
    : new BackupStore(scope, 'Backups', { ...props, bucketName: backup === true ? undefined : backup });
