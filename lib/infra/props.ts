import type { RemovalPolicy } from 'aws-cdk-lib';
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import type { IManagedPolicy, IRole } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';

/** When Headroom works. Each is `rate(…)` or `cron(…)` of EventBridge Scheduler. */
export interface HeadroomSchedules {
  /** Full pass over the organization, every 15 minutes to 2 days. Default: `rate(1 hour)`. */
  readonly reconcile?: string;
  /** Full pass that adjusts the budgets. Default: `cron(0 6 * * ? *)`. */
  readonly budget?: string;
  /** Search for new services, at least every 2 days. Default: `rate(2 minutes)`. */
  readonly watch?: string;
  /** IANA name of a time zone, for `cron(…)`. Default: `UTC`. */
  readonly timeZone?: string;
  /** Minutes by which a pass may start late. Default: 10. */
  readonly latenessMinutes?: number;
}

/** The platform, and how Headroom uses it; the table in docs/deploy.md explains each setting. */
export interface HeadroomSettings {
  /** False (default): everything is deployed, and no schedule or event starts a run. */
  readonly enabled?: boolean;
  /** Address of the platform: https and a public name. */
  readonly baseUrl: string;
  /** Identifier of the organization on the platform. */
  readonly organization: string;
  /** `current` for the requests of today's live platform. Default: `documented`. */
  readonly profile?: 'documented' | 'current';
  /** The platform's word for the search product. */
  readonly searchEngine?: string;
  /** Seconds for which events are collected into one run. Default: 60. */
  readonly batchingWindowSeconds?: number;
  /** Platform calls in any 60 s, all functions together; at least 10. Default: 100. */
  readonly callsPerMinute?: number;
  /** Mail address for alarms and notices. */
  readonly alarmAddress?: string;
  /**
   * Address of docs/runbook.md, or of your own page with the same sections, for links in alarms; `{version}` in it is replaced by
   * the deployed version. Default: no link, only the command that prints the section.
   */
  readonly runbookUrl?: string;
  /** AWS organization whose accounts may request runs. Default: this account only. */
  readonly trustedOrganization?: string;
  /** Days until the token is replaced; null: no rotation. Default: 30. */
  readonly rotationDays?: number | null;
  /** Days during which S3 lets no one delete an audit file. Default: no lock. */
  readonly auditLockDays?: number;
  /** Deploys a plan of AWS Backup that copies the bucket of the store once a day, with an alarm. Default: false. */
  readonly backup?: boolean;
  /** Deploys the delivery of notices to the channels of the policy. Default: false. */
  readonly channels?: boolean;
  /** Reserve Lambda concurrency, for an account whose other functions take all of it. Default: false. */
  readonly reserveConcurrency?: boolean;
  /** Ids of existing subnets and security groups; `vpc` is the same for a VPC of the app. */
  readonly network?: { readonly subnetIds: string[]; readonly securityGroupIds: string[] };
}

/** A policy document: the path of a YAML or JSON file, or the document itself. */
export type PolicySource = string | Readonly<Record<string, unknown>>;

/** A role, or its ARN. */
export type RoleOrArn = IRole | string;

export interface HeadroomProps {
  readonly settings: HeadroomSettings;
  /**
   * Policy document: the path of a YAML or JSON file, or the document as an object. It is checked at synth, and put into the
   * store whenever it changes, with the calendar beside it. Default: you put it there with `headroom policy
   * put`.
   */
  readonly policy?: PolicySource;
  readonly schedules?: HeadroomSchedules;
  /**
   * Encrypts store, token, logs and notices. The construct adds what its policy needs; a key that is imported into the app
   * needs it already (docs/deploy.md). Default: one key of the deployment.
   */
  readonly encryptionKey?: IKey;
  /** The functions run in this VPC, whose way out has addresses that the platform admits. Default: Lambda's own network. */
  readonly vpc?: IVpc;
  /** Default: private subnets with a way out. */
  readonly vpcSubnets?: SubnetSelection;
  /** Default: one that admits nothing in and everything out. */
  readonly securityGroups?: readonly ISecurityGroup[];
  /**
   * Receives alarms and notices. An imported topic must already admit `cloudwatch.amazonaws.com` (docs/deploy.md).
   * Default: a topic of the deployment.
   */
  readonly alarmTopic?: ITopic;
  /** Only these roles may approve plans. Default: everyone who may start a run. */
  readonly approvers?: readonly RoleOrArn[];
  /** Only these roles may write the policy, its calendars, the mode and grants. Default: everyone who may write to the bucket. */
  readonly policyWriters?: readonly RoleOrArn[];
  /**
   * Roles that neither `approvers` nor `policyWriters` restrict: for a restore, runs from the command line and events
   * by hand. Default: none.
   */
  readonly breakGlass?: readonly RoleOrArn[];
  /**
   * For bucket, keys and secret when the stack is removed. `DESTROY` loses the audit and the token, and a bucket that is
   * not empty still stays. Default: `RETAIN_ON_UPDATE_OR_DELETE`, which keeps them unless their first deployment fails.
   */
  readonly removalPolicy?: RemovalPolicy;
  /** Default: three months. */
  readonly logRetention?: RetentionDays;
  /** Tags of every resource. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Permissions boundary of every role. */
  readonly permissionsBoundary?: IManagedPolicy;
}
