import { fileURLToPath } from 'node:url';
import { Annotations, CfnOutput, RemovalPolicy, Stack, Tags, Token } from 'aws-cdk-lib';
import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import { type Grant, type IGrantable, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { secretOutput } from '../contract/secret.ts';
import type { Settings } from '../contract/settings.ts';
import type { WorkflowName } from '../contract/task-contract.ts';
import { tasksOf } from '../contract/tasks.ts';
import type { MetricName } from '../contract/telemetry.ts';
import { version } from '../contract/version.ts';
import { arnsOf, settingsOf } from './construct-settings.ts';
import { DeadLetters } from './dead-letters.ts';
import { EventBus } from './event-bus.ts';
import { EventIntake } from './event-intake.ts';
import { Functions, functionNetwork } from './functions/functions.ts';
import { grantRead, grantRequest, grantWrite } from './grants.ts';
import { Alarms } from './monitoring/alarms.ts';
import { emitted } from './monitoring/deployment-metrics.ts';
import { SavedQueries } from './monitoring/saved-queries.ts';
import { KeyWatch, RunWatch } from './monitoring/watches.ts';
import { Channels } from './notices/channels.ts';
import { Notices } from './notices/notices.ts';
import { OrganizationMark } from './organization-mark.ts';
import { PolicyUpload } from './policy-upload.ts';
import type { HeadroomProps } from './props.ts';
import { Schedules } from './schedules.ts';
import { TokenSecret } from './stack-secret.ts';
import { Backup } from './store/backup.ts';
import { Storage } from './store/storage.ts';
import { sayWriters } from './store/store-writers.ts';
import { Unscoped } from './unscoped.ts';
import { Workflow } from './workflow.ts';

/**
 * Settings of the app that change how resources are made. The construct sets them for itself, so that it is the same in every
 * app: access logs by bucket policy, and policies without repeated statements.
 */
const featureFlags = {
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/aws-s3:createDefaultLoggingPolicy': true,
} as const;

/** Folder of the functions' code in the package. */
const packagedFunctions = fileURLToPath(new URL('./functions/', import.meta.url));

/** Names of functions have at most 64 characters, and the longest task 14. */
const longestStackName = 49;

const stackArn = (stack: Stack): string =>
  stack.formatArn({ service: 'cloudformation', resource: 'stack', resourceName: stack.stackName });

const assertStackFits = (scope: Construct, stack: Stack): void => {
  const { stackName } = stack;
  if (Token.isUnresolved(stackName))
    throw new Error(`${scope.node.path}: Headroom is named after its stack, so it needs a stack that is not nested`);
  if (stackName.length > longestStackName)
    throw new Error(`${stackName}: functions are named after the stack; use at most ${longestStackName} characters`);
  if (stack.node.findAll().some((node) => node instanceof Headroom))
    throw new Error(`${stackName}: the stack has a Headroom already; give each organization a stack of its own`);
};

/** Says at synth what the functions take of the account's concurrency, which CloudFormation would only find out at the end. */
const sayReserved = (scope: Construct): void => {
  const copies = scope.node
    .findAll()
    .reduce((sum, node) => sum + (node instanceof CfnFunction ? (node.reservedConcurrentExecutions ?? 0) : 0), 0);
  if (copies === 0) return;
  const text = `reserveConcurrency takes ${copies} of the account's concurrent executions, and Lambda keeps 100 unreserved: the quota must be ${copies + 100} or more (aws lambda get-account-settings shows it).`;
  Annotations.of(scope).addInfoV2('headroom:reserved', text);
};

/**
 * The AWS deployment of Headroom for one organization, in the order of the data flow. Its names derive from its stack.
 * @example new Headroom(stack, 'Headroom', { settings: { baseUrl: 'https://api.example.com', organization: 'org-example' } })
 */
export class Headroom extends Construct {
  /** Bus for run requests and for the results of runs. */
  readonly bus: IEventBus;
  /** State machine of the runs. */
  readonly stateMachine: IStateMachine;
  /** The store: policy, approvals, audit, histories. */
  readonly store: IBucket;
  /** Encrypts the store. */
  readonly encryptionKey: IKey;
  /** Receives alarms and notices. */
  readonly topic: ITopic;
  /** Secret for the platform token, the first of several; its value comes with `headroom token store`. */
  readonly tokenSecret: ISecret;
  private readonly storage: Storage;
  private readonly eventBus: EventBus;

  /**
   * @param bundles folder of the functions' code; default: the folder of this package
   * @throws Error that names each wrong setting, and each wrong place of the policy
   */
  constructor(scope: Construct, id: string, props: HeadroomProps, bundles: string = packagedFunctions) {
    assertStackFits(scope, Stack.of(scope));
    super(scope, id);
    for (const [flag, value] of Object.entries(featureFlags)) this.node.setContext(flag, value);
    const settings = settingsOf(this, props);
    const { encryptionKey, logRetention = RetentionDays.THREE_MONTHS } = props;
    // A first deployment that fails takes along what it made, which holds nothing yet.
    const { removalPolicy = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE } = props;
    const { auditLockDays } = settings;
    const [approvers, policyWriters, breakGlass] = [props.approvers, props.policyWriters, props.breakGlass].map(arnsOf);
    const network = functionNetwork(this, settings, props);

    new OrganizationMark(this, 'Organization', settings);
    const roles = { approvers, policyWriters, breakGlass };
    const storage = new Storage(this, 'Storage', { auditLockDays, roles, encryptionKey, removalPolicy });
    const deadLetters = new DeadLetters(this, 'DeadLetters');
    const unscoped = new Unscoped(this, 'Unscoped', { inNetwork: network !== undefined, hasBackup: settings.backup });
    const token = new TokenSecret(this, 'Token', { settings, encryptionKey: storage.key, removalPolicy });
    const { trustedOrganization } = settings;
    const bus = new EventBus(this, 'Bus', { trustedOrganization, breakGlass });

    const { key } = storage;
    const shared = { bundles, key, logRetention, deadLetters: deadLetters.deliveries, unscoped, network };
    const approvalRule = approvers === undefined ? 'request' : 'stored';
    const functions = new Functions(this, 'Functions', { ...shared, settings, approvalRule });
    const workflow = (id: string, definition: WorkflowName) => {
      const called = tasksOf(definition).map(({ name }) => functions.of(name));
      const calls = settings.callsPerMinute;
      return new Workflow(this, id, { definition, calls, functions: called, key, logRetention, unscoped });
    };
    const reconcile = workflow('Reconcile', 'reconcile');
    const retirement = workflow('Retirement', 'retire-token');

    new Schedules(this, 'Schedules', { settings, reconcile, functions, deadLetters });
    const triggered = { settings, bus, storage, reconcile, deadLetters, key, logRetention };
    const intake = new EventIntake(this, 'Intake', triggered);
    const runWatch = new RunWatch(this, 'RunWatch', { reconcile, report: functions.of('report'), deadLetters });

    const receivers = { topic: props.alarmTopic, address: settings.alarmAddress };
    const notices = new Notices(this, 'Notices', { ...receivers, key, bus, deadLetters });
    const deliver = settings.channels ? functions.of('deliver') : undefined;
    const channels =
      deliver && new Channels(this, 'Channels', { settings, key, bus, deliver, deadLetters, removalPolicy });
    const secrets = [token.secret, ...(channels === undefined ? [] : [channels.secret])];
    const keyWatch = new KeyWatch(this, 'KeyWatch', { key, secrets, notices, settings });
    const backup =
      unscoped.backup &&
      new Backup(this, 'Backup', { storage, notices, settings, removalPolicy, lists: unscoped.backup });
    const watched = { backup, runWatch, keyWatch, reconcile, retirement, functions, intake, deadLetters };
    new Alarms(this, 'Alarms', { settings, notices, ...watched });
    new SavedQueries(this, 'SavedQueries', { functions });

    reconcile.grantMapRuns();
    functions.connect({
      bucket: (to) => storage.grantAccess(to),
      auditLockDays: (to) => storage.grantLock(to),
      bus: (to) => bus.grantPublish(to),
      secret: (to) => token.grantRead(to),
      rotatedSecret: (to) => token.grantVersions(to),
      retirement: (to) => retirement.grantStart(to),
      channels: (to) => channels?.grantRead(to),
      workflow: (to) => to.setEnvironment('workflow', reconcile.machine.stateMachineArn),
      // Without the unique part: a stack that is made anew with the old bucket is the same owner.
      stack: (to) => to.setEnvironment('stack', stackArn(Stack.of(this))),
    });

    if (props.policy !== undefined)
      new PolicyUpload(this, 'Policy', { ...shared, policy: props.policy, settings, storage });

    this.storage = storage;
    this.eventBus = bus;
    this.bus = bus.bus;
    this.stateMachine = reconcile.machine;
    this.store = storage.bucket;
    this.encryptionKey = key;
    this.topic = notices.topic;
    this.tokenSecret = token.secret;
    this.say(settings, token);
    this.markAll(props);
  }

  /** Lets someone look at the deployment: `headroom report`, `audit`, `runs`, `dashboard`. */
  grantRead(grantee: IGrantable): Grant {
    return grantRead(this.storage, grantee);
  }

  /**
   * Lets someone read, and approve plans.
   * @throws Error if `approvers` are named and the grantee is neither a role nor a user
   */
  grantApprove(grantee: IGrantable): Grant {
    return grantWrite(this.storage, grantee, 'approvers');
  }

  /**
   * Lets someone read, and write policy, calendars, mode and grants.
   * @throws Error if `policyWriters` are named and the grantee is neither a role nor a user
   */
  grantWritePolicy(grantee: IGrantable): Grant {
    return grantWrite(this.storage, grantee, 'policyWriters');
  }

  /** Lets someone start runs, also undo runs; without `approvers` that includes approving a plan. */
  grantStartRun(grantee: IGrantable): Grant {
    return this.stateMachine.grantStartExecution(grantee);
  }

  /** Lets a pipeline request runs by events, and publish nothing else. */
  grantRequestRuns(grantee: IGrantable): Grant {
    return grantRequest(this.eventBus, grantee);
  }

  /** A count that the functions emit: its sum over an hour, unless the options say otherwise. */
  metric(name: MetricName, options?: MetricOptions): Metric {
    return emitted(this, name, options);
  }

  /** What the account asks of every resource, and the tag by which the bill of AWS tells the costs of each deployment apart. */
  private markAll({ tags = {}, permissionsBoundary }: HeadroomProps): void {
    const all = { headroom: Stack.of(this).stackName, ...tags };
    for (const [name, value] of Object.entries(all)) Tags.of(this).add(name, value);
    if (permissionsBoundary !== undefined) PermissionsBoundary.of(this).apply(permissionsBoundary);
  }

  /** What the deployment says of itself: its outputs, by which `headroom --stack NAME` finds it, and sentences at synth. */
  private say({ auditLockDays, profile }: Settings, token: TokenSecret): void {
    const output = (name: string, value: string, description: string) =>
      new CfnOutput(this, name, { value, description }).overrideLogicalId(name);
    output('BucketName', this.store.bucketName, 'store');
    output(secretOutput, token.secret.secretArn, 'secret for the platform token');
    output('WorkflowArn', this.stateMachine.stateMachineArn, 'state machine of the runs');
    output('BusName', this.bus.eventBusName, 'event bus for pipelines');
    output('TopicArn', this.topic.topicArn, 'alarms and notices');
    output('Version', version, 'version of Headroom');
    const lockText = 'days during which audit files are locked, for commands that write them';
    output('AuditLockDays', String(auditLockDays ?? 0), lockText);
    output('Profile', profile, 'profile of the platform API');
    sayReserved(this);
    sayWriters(this, this.storage.writers);
  }
}
