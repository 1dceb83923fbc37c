import { Duration, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import type { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Settings } from '../../contract/settings.ts';
import { through } from '../key-use.ts';
import { triggered } from '../monitoring/deployment-metrics.ts';
import { runbookText } from '../monitoring/runbook-text.ts';
import type { Notices } from '../notices/notices.ts';
import { ServiceRole } from '../service-role.ts';
import { shown } from '../unscoped.ts';
import { unknownNames } from './secured.ts';
import type { Storage } from './storage.ts';

/** Days for which backups are kept; the vault lets only those who may change its lock delete one earlier. */
const keptDays = 35;

/** What AWS Backup asks of a role for one bucket: the actions of AWS's own AWSBackupServiceRolePolicyForS3Backup. */
const ofBucket = [
  's3:GetInventoryConfiguration',
  's3:PutInventoryConfiguration',
  's3:ListBucketVersions',
  's3:ListBucket',
  's3:GetBucketAcl',
  's3:GetBucketLocation',
  's3:GetBucketTagging',
  's3:GetBucketVersioning',
  's3:GetBucketNotification',
  's3:PutBucketNotification',
];
const ofObjects = [
  's3:GetObject',
  's3:GetObjectAcl',
  's3:GetObjectTagging',
  's3:GetObjectVersion',
  's3:GetObjectVersionAcl',
  's3:GetObjectVersionTagging',
];
const ofRules = ['Describe', 'Enable', 'Disable', 'Put', 'Delete'].map((verb) => `events:${verb}Rule`);
const ofTargets = ['events:PutTargets', 'events:RemoveTargets', 'events:ListTargetsByRule'];

/** States in which a job ends without a backup. AWS Backup calls a job that did not start in time `EXPIRED`. */
const failures = ['FAILED', 'EXPIRED', 'ABORTED', 'PARTIAL'];

interface BackupProps {
  readonly storage: Storage;
  readonly notices: Notices;
  readonly settings: Pick<Settings, 'runbookUrl'>;
  readonly removalPolicy: RemovalPolicy;
  /** What AWS Backup lists of the account. */
  readonly lists: ManagedPolicy;
}

/** A plan of AWS Backup for the bucket of the store, once a day, into a vault with a lock and the key of AWS Backup. */
export class Backup extends Construct {
  private readonly rule: Rule;

  constructor(scope: Construct, id: string, { storage, notices, settings, removalPolicy, lists }: BackupProps) {
    super(scope, id);
    const vault = new BackupVault(this, 'Vault', {
      removalPolicy,
      lockConfiguration: { minRetention: Duration.days(keptDays) },
    });
    const daily = new BackupPlanRule({
      ruleName: 'daily',
      scheduleExpression: Schedule.cron({ hour: '3', minute: '17' }),
      deleteAfter: Duration.days(keptDays),
    });
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault, backupPlanRules: [daily] });
    const access = this.accessTo(storage, lists);
    const resources = [BackupResource.fromArn(storage.bucket.bucketArn)];
    const selection = plan.addSelection('Store', { resources, role: access.role, disableDefaultBackupPolicy: true });
    selection.node.addDependency(access.complete);
    this.rule = this.announce(vault, notices, settings);
  }

  /** Number of jobs that ended without a backup. */
  metric(period: Duration): Metric {
    return triggered(this.rule, period);
  }

  private accessTo({ bucket, key }: Storage, lists: ManagedPolicy): ServiceRole {
    const access = new ServiceRole(this, 'Access', {
      service: 'backup.amazonaws.com',
      purpose: 'Headroom: copy the store to the vault of backups',
    });
    const rules = Stack.of(this).formatArn({
      service: 'events',
      region: '*',
      resource: 'rule',
      resourceName: 'AwsBackupManagedRule*',
    });
    access.allow(ofBucket, [bucket.bucketArn]);
    access.allow(ofObjects, [bucket.arnForObjects('*')]);
    access.allow(['kms:Decrypt', 'kms:DescribeKey'], [key.keyArn], through(bucket, 's3'));
    access.allow([...ofRules, ...ofTargets], [rules]);
    access.share(lists);
    const bucketId = Stack.of(this).getLogicalId(bucket.node.defaultChild as CfnBucket);
    for (const resource of [
      `<${bucketId}.Arn>/*`,
      `arn:<AWS::Partition>:events:*:${shown(Stack.of(this).account, 'AccountId')}:rule/AwsBackupManagedRule*`,
    ])
      Validations.of(access).acknowledge({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason: unknownNames });
    return access;
  }

  /** Says which job ended without a backup, and why. */
  private announce(vault: BackupVault, notices: Notices, settings: BackupProps['settings']): Rule {
    const rule = new Rule(this, 'Failed', {
      description: 'Headroom: a backup of the store failed or did not begin in time',
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change'],
        detail: { backupVaultArn: [vault.backupVaultArn], state: failures },
      },
    });
    const field = (path: string) => EventField.fromPath(`$.detail.${path}`);
    notices.announce(
      rule,
      RuleTargetInput.fromMultilineText(
        `Headroom: the backup job ${field('backupJobId')} ended as ${field('state')}: ${field('statusMessage')}\n${runbookText('backup-failed', settings)}`,
      ),
    );
    return rule;
  }
}
